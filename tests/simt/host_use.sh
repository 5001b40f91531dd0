#!/bin/sh
# usage: host_use.sh LIST COMPILER [OPTION...]
# Compiles each line of LIST as a program of its own. Passes when the compiler refuses those that say
# "no", with a message that names the line of the kernel, and compiles the others. Those are compiled
# all at once first, each in a namespace, and by themselves only where that fails.
list=$1
shift
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
status=0

# includes ROW: headers of C, and those of C++ for rows that use them, as they take most of the time.
includes() {
    headers='cmath cstdio cstdlib cstring ctime'
    case $1 in
    *std::*) headers="$headers algorithm array chrono functional iostream limits numeric random string tuple
vector" ;;
    esac
    for header in $headers; do
        echo "#include <$header>"
    done
    echo '#line 17'
}

# row BEFORE BODY: what stands ahead of the kernel is line 17, what stands in it line 21 (by a directive).
row() {
    cat <<END
$1
__global__ void k(float *a, int n)
{
    int i = threadIdx.x;
$2
}
END
}

# compiles FILE: what the compiler says goes into a file.
compiles() {
    file=$1
    shift
    "$@" -c -o "$folder/x.o" "$file" >"$folder/message" 2>&1 </dev/null
}

grep -v '^#' "$list" >"$folder/rows"
includes std:: >"$folder/all.cu"
number=0
while IFS='|' read -r verdict before body; do
    number=$((number + 1))
    [ "${verdict%% *}" = no ] || {
        echo "namespace row_$number {"
        # simt-cc takes a variable `g` of the host for that of each namespace.
        row "$before" "$body" | sed "s/\<g\>/g_$number/g"
        echo "}"
    }
done <"$folder/rows" >>"$folder/all.cu"
if compiles "$folder/all.cu" "$@"; then
    grep '^no' "$folder/rows" >"$folder/left"
    mv "$folder/left" "$folder/rows"
fi

while IFS='|' read -r verdict before body; do
    verdict=${verdict%% *}
    {
        includes "$before$body"
        row "$before" "$body"
    } >"$folder/x.cu"
    got=no
    ! compiles "$folder/x.cu" "$@" || got=yes
    if [ "$got" != "$verdict" ]; then
        echo "$verdict:$before:$body: the compiler says $got"
        status=1
    elif [ $got = no ] && ! grep -q 'x\.cu[:(]21' "$folder/message"; then
        echo "$before:$body: the message does not name the line:"
        cat "$folder/message"
        status=1
    fi
done <"$folder/rows"
exit $status
