#!/bin/sh
# usage: refuse.sh SIMT-CC PROGRAM.cu
# The program has one line marked `// REFUSED: WORD`. Passes when simt-cc refuses to compile it with
# a message that names that line and holds that word, and writes no output.
compiler=$1
program=$2
line=$(awk '/REFUSED:/ { print NR; exit }' "$program")
word=$(sed -n 's/.*REFUSED: //p' "$program")
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT

if "$compiler" -c "$program" -o "$folder/out.o" 2>"$folder/message"; then
    echo "$program: compiled, though line $line must be refused"
    exit 1
fi
status=0
if ! grep -q "$(basename "$program"):${line}[:,]" "$folder/message"; then
    echo "$program: the message does not name line $line"
    status=1
fi
if ! grep -qi -- "$word" "$folder/message"; then
    echo "$program: the message does not say '$word'"
    status=1
fi
if [ -e "$folder/out.o" ]; then
    echo "$program: an output file was written"
    status=1
fi
[ $status -eq 0 ] || cat "$folder/message"
exit $status
