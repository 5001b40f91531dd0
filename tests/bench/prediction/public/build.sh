#!/bin/bash
# usage: build.sh HECBENCH LIST FOLDER [ARCHITECTURE]
#
# Compiles the programs of LIST, unchanged, from a clone of github.com/zjin-lcf/HeCBench at commit
# f27000a5188f8ac79bd43fc95a1b3f890c18823d, for this machine's GPU or as nvcc's option ARCHITECTURE says. FOLDER then has all
# that time.sh needs, also on a machine without nvcc.
#
# A line of a list: directory | file | arguments | more options of nvcc, which are those of the program's own Makefile.
here=$(cd "$(dirname "$0")" && pwd)
src=$(realpath "${1:?HECBENCH}")/src
list=$(realpath "${2:?LIST}")
folder=$(realpath -m "${3:?FOLDER}")
arch=${4:--arch=native}
mkdir -p "$folder/bin" "$folder/lib" "$folder/log" || exit
export src folder arch
compile() {
    IFS='|' read -r dir file _ options <<<"$1"
    name=${dir%-cuda}
    cd "$src/$dir" || exit
    # shellcheck disable=SC2086 # the options are words
    timeout 100 nvcc -w -O3 -std=c++17 $arch $options -cudart shared -I"$src/include" -I"$src/blockAccess-cuda" \
        -I"$src/warpexchange-cuda" "$file" -o "$folder/bin/$name" >"$folder/log/$name" 2>&1 || echo "$name: does not compile"
}
export -f compile
# shellcheck disable=SC2086 # the options are words
nvcc -O2 $arch -cudart shared -shared -Xcompiler -fPIC "$here/launch_times.c" "$here/probes.cu" \
    -o "$folder/launch_times.so" || exit
# shellcheck disable=SC2016 # the inner bash expands it
xargs -a "$list" -d '\n' -P "$(nproc)" -I{} bash -c 'compile "$1"' _ {}
cudart=$(find /usr/local/cuda*/ /usr/lib -name 'libcudart.so.1*' 2>/dev/null | head -n 1)
cp "$cudart" "$folder/lib/" && cp "$list" "$folder/programs.txt" && cp "$here/time.sh" "$folder/"
