#!/bin/sh
# usage: absent.sh NM RUNNER SOURCE
# The compiler that a wheel brings links clang's C++ library. What the runner of checked programs names of
# gcc's, and clang's has not, is in python/compiler/absent.c: else no checked program of a wheel is linked.
nm=$1 runner=$2 source=$3
here=$(mktemp -d) || exit 2
trap 'rm -rf "$here"' EXIT

"$nm" -u "$runner" >"$here/names" || exit 1
# set_new_handler() is in the library of both.
sed -n 's/.* __real_\(_Z.*\)/\1/p' "$here/names" | grep -v '^_ZSt15set_new_handler' | sort >"$here/named"
sed -n 's/^ABSENT(\(.*\))$/\1/p' "$source/python/compiler/absent.c" | sort >"$here/absent"
[ -s "$here/named" ] || { echo "FAILED: $runner names nothing of gcc's C++ library" && exit 1; }
diff "$here/named" "$here/absent" || { echo "FAILED: python/compiler/absent.c has other names than $runner" && exit 1; }
