#!/bin/sh
# usage: streams.sh GRIDSTRIDE OUT
# Kernel files on the GPU of this machine: the variants of honest.cu are right and have times, of
# astray.cu, whose work is not where it is timed, none has one.
set -eu
gridstride=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
cd "$2"
failures=0

# rows CONDITION CSV: how many rows f of the file fulfil it.
rows() {
    python3 -c 'import csv, sys
print(sum(bool(eval(sys.argv[1])) for f in csv.DictReader(open(sys.argv[2]))))' "$1" "$2"
}

# expect COUNT CONDITION FILE
expect() {
    csv=$(echo "$3"/*/*.csv)
    found=$(rows "$2" "$csv")
    echo "$3: $2: $found rows"
    case $1 in
    some) [ "$found" -gt 0 ] && return ;;
    *) [ "$found" -eq "$1" ] && return ;;
    esac
    echo "FAILED: $1 expected" >&2
    failures=$((failures + 1))
}

for name in honest astray; do
    cp "$here/$name.cu" .
    for command in verify run; do
        rm -rf "$command-$name"
        "$gridstride" $command $name.cu --device cuda --sizes 1,1000,100000,2^24 --blocks 64,256 \
            --out "$command-$name" >"$command-$name.txt" 2>&1 || [ $? -eq 1 ] # 1: not all right
        cat "$command-$name.txt"
    done
done
expect 0 'f["verdict"] != "right"' verify-honest
expect 0 'f["verdict"] not in ("right", "skipped")' run-honest
for variant in plain forked through_memory from_pool by_a_thread and_waits; do
    expect some "f['variant'] == '$variant' and f['median_s'] != ''" run-honest
done
expect 0 'f["verdict"] == "right"' verify-astray
expect 0 'f["median_s"] != ""' run-astray
expect 0 '"stream" not in f["detail"]' verify-astray
exit $failures
