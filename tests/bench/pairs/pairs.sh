#!/bin/sh
# usage: pairs.sh GRIDSTRIDE OUT
# Compares kernels with themselves and with ones that do 5 % more, on the GPU of this machine: how often
# `compare --run` sees a change that is not there, and how often one that is. OUT gets a table of each.
set -eu
gridstride=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
cd "$2"
cp "$here/work.cu" "$here/bytes.cu" .
for kernel in saxpy gather stencil; do
    cp "$here/../../../examples/$kernel.cu" .
done
for kernel in work bytes; do
    sed 's/PERCENT = 100/PERCENT = 105/' $kernel.cu >${kernel}_more.cu
done

# pair NAME OLD NEW OPTION...
pair() {
    name=$1 old=$2 new=$3
    shift 3
    echo "$name: gridstride compare --run $old $new --processes 5 --threshold 2 -- --device cuda --blocks 256 $*"
    "$gridstride" compare --run "$old" "$new" --processes 5 --threshold 2 --out "$name" -- --device cuda \
        --blocks 256 "$@" >"$name.txt" 2>&1 || [ $? -eq 1 ] # 1: slower
    grep -E '^(data on|device) ' "$name.txt"
}
pair planted_work work.cu work_more.cu
pair planted_bytes bytes.cu bytes_more.cu --sizes 6000000:7800000:+200000
pair same_work work.cu work.cu --variant steps_8000,steps_10000,steps_12000,steps_14000,steps_16000
pair same_saxpy saxpy.cu saxpy.cu --dtype f32 --variant one_per_thread --sizes 9003:225003:+9000
pair same_gather gather.cu gather.cu --dtype f32 --sizes 15003:375003:+15000
pair same_stencil stencil.cu stencil.cu --dtype f32 --sizes 20003:500003:+20000
