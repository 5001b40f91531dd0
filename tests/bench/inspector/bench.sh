#!/bin/sh
# bench.sh SIMT_CC: how long inspected programs take, as whole processes: the median of 11 runs against
# the goal. And how much memory, where the arrays are large beside the program itself.
set -eu
simt_cc=$1
folder=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

command -v /usr/bin/time >/dev/null || {
    echo "bench.sh: GNU time is missing: apt install time" >&2
    exit 2
}

# measure NAME GOAL [BYTES]: BYTES are the device arrays'
measure() {
    "$simt_cc" --inspect "$folder/$1.cu" -o "$work/$1"
    i=0
    while [ $i -lt 11 ]; do
        /usr/bin/time -a -o "$work/$1.times" -f '%e %M' "$work/$1" 2>/dev/null
        i=$((i + 1))
    done
    sort -n "$work/$1.times" | awk -v name="$1" -v goal="$2" -v bytes="${3:-0}" '
        { seconds[NR] = $1; if ($2 > most) most = $2 }
        END {
            printf "inspected %-10s %.2f s (goal %s)", name, seconds[int((NR + 1) / 2)], goal
            if (bytes)
                printf ", %.1f times the memory of its arrays (goal 20)", most * 1024 / bytes
            printf "\n"
        }'
}

measure vecadd 0.5 12582912
measure reduction 0.1
