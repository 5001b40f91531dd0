#!/bin/bash
# usage: run.sh HECBENCH CSV [SECONDS]
#
# Compiles the programs of programs.txt, unchanged, from a clone of github.com/zjin-lcf/HeCBench at commit
# f27000a5188f8ac79bd43fc95a1b3f890c18823d, and times the first 40 launches of each on a GPU. After SECONDS (150) no further
# program is begun.
here=$(cd "$(dirname "$0")" && pwd)
src=$(realpath "${1:?HECBENCH}")/src
csv=$(realpath -m "${2:?CSV}")
limit=${3:-150}
work=$(mktemp -d) || exit
export src work
start=$SECONDS
compile() {
    IFS='|' read -r dir file _ <<<"$1"
    name=${dir%-cuda}
    cd "$src/$dir" || exit
    timeout 100 nvcc -w -O3 -std=c++17 -arch=native -cudart shared -I"$src/include" -I"$src/blockAccess-cuda" \
        -I"$src/warpexchange-cuda" "$file" -o "$work/$name" >"$work/$name.log" 2>&1 || echo "$name: does not compile"
}
export -f compile
nvcc -O2 -arch=native -cudart shared -shared -Xcompiler -fPIC "$here/launch_times.c" "$here/probes.cu" \
    -o "$work/launch_times.so" || exit
# shellcheck disable=SC2016 # the inner bash expands it
xargs -a "$here/programs.txt" -d '\n' -P "$(nproc)" -I{} bash -c 'compile "$1"' _ {}
cudart=$(dirname "$(find /usr/local/cuda*/ /usr/lib -name 'libcudart.so.1*' 2>/dev/null | head -n 1)")
export LD_LIBRARY_PATH=$cudart:$LD_LIBRARY_PATH LAUNCHES=40 LAUNCH_TIMES=$csv
echo "program,index,kernel,grid_x,grid_y,grid_z,block_x,block_y,block_z,shared_bytes,us" >"$csv"
while IFS='|' read -r dir _ args; do
    name=${dir%-cuda}
    if [ ! -x "$work/$name" ] || [ $((SECONDS - start)) -ge "$limit" ]; then
        continue
    fi
    cd "$src/$dir" || exit
    # shellcheck disable=SC2086 # the arguments are words
    PROGRAM=$name LD_PRELOAD=$work/launch_times.so timeout 8 "$work/$name" $args >"$work/$name.out" 2>&1 </dev/null ||
        echo "$name: it failed, or took more than 8 s"
done <"$here/programs.txt"
rm -rf "$work"
