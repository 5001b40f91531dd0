#!/bin/sh
# usage: cases.sh LIST COMPILER [OPTION...]
# LIST has programs, each behind a line `=== VERDICT LINE NAME`. Passes when the compiler refuses
# those whose verdict is "no", with a message that names the line, and compiles the others.
list=$1
shift
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
awk -v folder="$folder" '
    /^=== / { file = folder "/" $4 ".cu"; print $2, $3, $4 > (folder "/names"); next }
    file != "" { print > file }' "$list"
status=0
while read -r verdict line name; do
    if "$@" -c -o "$folder/x.o" "$folder/$name.cu" >"$folder/message" 2>&1 </dev/null; then
        got=yes
    else
        got=no
    fi
    if [ "$got" != "$verdict" ]; then
        echo "$name: the compiler says $got, and not $verdict"
        cat "$folder/message"
        status=1
    elif [ $got = no ] && ! grep -q "$name\.cu[:(]${line}[:,)]" "$folder/message"; then
        echo "$name: the message does not name line $line:"
        cat "$folder/message"
        status=1
    fi
done <"$folder/names"
exit $status
