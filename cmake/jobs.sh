#!/bin/sh
# Prints how many compilers or tests may run at a time: one for each core, fewer where memory is
# short. nvcc and the larger C++ files take about 1.5 GiB each.
set -eu
each_kib=1572864
cores=$(nproc)
free_kib=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo 2>/dev/null || true)
fit=$((${free_kib:-$((cores * each_kib))} / each_kib))
jobs=$((fit < cores ? fit : cores))
echo $((jobs > 0 ? jobs : 1))
