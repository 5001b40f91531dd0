#!/bin/bash
# usage: count.sh HECBENCH PROFILE.json CSV [LIST]
#
# Counts what the same launches of the programs of LIST (programs.txt) ask for, each by 16 of its blocks on the simulator, and
# predicts each of them, cold. Begins in gridstride's source tree, which is built. capstone's headers have to be there.
tree=$PWD
here=$(cd "$(dirname "$0")" && pwd)
src=$(realpath "${1:?HECBENCH}")/src
profile=$(realpath "${2:?PROFILE.json}")
csv=$(realpath -m "${3:?CSV}")
list=$(realpath "${4:-$here/programs.txt}")
work=$(mktemp -d) || exit
include=(-I"$tree/harness/simt/include" -I"$tree/harness/simt" -I"$tree/harness/simt/runtime")
for room in "$tree"/harness/simt/inspect/*/ "$tree"/harness/*/public/ "$tree/harness/predict"; do
    include+=(-I"$room")
done
for file in "$tree"/harness/simt/trace/*.c "$here/count.c"; do
    gcc -O2 -fPIC -DSIMT_CAPSTONE='"libcapstone.so.4"' "${include[@]}" -c "$file" -o "$work/$(basename "$file" .c).o" || exit
done
gcc -O2 "${include[@]}" "$here/predict_launches.c" -o "$work/predict_launches" -Wl,--start-group \
    "$tree"/build/harness/libgs_{predict,common,base}.a -Wl,--end-group -ljansson -lm || exit
while IFS='|' read -r dir file args _; do
    name=${dir%-cuda}
    cd "$src/$dir" || exit
    timeout 300 "$tree/simt-cc" --inspect -w -O2 -std=c++17 -I"$src/include" -I"$src/blockAccess-cuda" \
        -I"$src/warpexchange-cuda" "$file" "$work"/*.o -lcapstone -o "$work/$name" >"$work/$name.log" 2>&1 ||
        { echo "$name: does not compile"; continue; }
    # shellcheck disable=SC2086 # the arguments are words
    SIMT_INSPECT_FORMAT=none SIMT_TIMEOUT=100 LAUNCHES=40 TRACE_JSON=$work/$name.json timeout 240 \
        "$work/$name" $args >"$work/$name.out" 2>&1 </dev/null || echo "$name: it failed"
done <"$list"
"$work/predict_launches" "$profile" "$work"/*.json >"$csv"
rm -rf "$work"
