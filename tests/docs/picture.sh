#!/bin/sh
# usage: picture.sh PYTHON SOURCE
# docs/check.svg shows what the program prints today.
python=$1 source=$2
drawn=$(mktemp) || exit 2
trap 'rm -f "$drawn"' EXIT
[ -x "$source/build/bin/gridstride" ] || { echo "skipped: the launcher starts build/bin, which is not built" && exit 77; }
"$python" "$source/docs/terminal.py" "$drawn" ./gridstride check 1.1 --seed 1 || exit 1
diff -u "$source/docs/check.svg" "$drawn" && exit 0
echo "FAILED: a check prints something else than the picture shows; make the picture again as docs/README.md says"
exit 1
