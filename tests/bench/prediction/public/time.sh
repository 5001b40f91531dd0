#!/bin/bash
# usage: time.sh CSV [SECONDS]
#
# Times the first 40 launches of each program that build.sh compiled, on this machine's GPU. Lies in the folder that build.sh
# made. A program has 20 s. After SECONDS (150) no further program is begun.
folder=$(cd "$(dirname "$0")" && pwd)
csv=$(realpath -m "${1:?CSV}")
limit=${2:-150}
empty=$(mktemp -d) || exit # the programs read no file, and what one writes is no other's
export LD_LIBRARY_PATH=$folder/lib:$LD_LIBRARY_PATH LAUNCHES=40 LAUNCH_TIMES=$csv
echo "program,index,kernel,grid_x,grid_y,grid_z,block_x,block_y,block_z,shared_bytes,us" >"$csv"
start=$SECONDS
while IFS='|' read -r dir _ args _; do
    name=${dir%-cuda}
    if [ ! -x "$folder/bin/$name" ]; then
        continue
    fi
    if [ $((SECONDS - start)) -ge "$limit" ]; then
        echo "$name: there was no time for it"
        continue
    fi
    cd "$empty" || exit
    # shellcheck disable=SC2086 # the arguments are words
    PROGRAM=$name LD_PRELOAD=$folder/launch_times.so timeout -k 1 20 "$folder/bin/$name" $args >out 2>&1 </dev/null ||
        echo "$name: it failed, or took more than 20 s: $(tail -n 1 out)"
done <"$folder/programs.txt"
rm -rf "$empty"
