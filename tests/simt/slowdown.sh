#!/usr/bin/env bash
# What the simulator and the inspector cost: CPU time of programs of PolyBench/GPU, unchanged, whose
# kernels have the same loops beside them for the CPU. Needs GNU time (/usr/bin/time).
#
#   slowdown.sh CLONES SIMT_CC [--inspect] [-DNAME=SIZE...] [PROGRAM...]
#
# CLONES is a folder that holds polybenchGpu; a PROGRAM is the name of a folder there, and its sizes
# can be set as its headers let one (-DNI=512). Prints, for each, the CPU time of its kernels and of
# its loops, on one OS thread, and their ratio; with --inspect, how much longer the kernels take where
# each access waits for its warp and nobody looks at it (--lockstep), and under the inspector; how
# much more memory the program has at most; and the kernels under the inspector over the loops.
set -u
if [ $# -lt 2 ] || [ ! -d "$1/polybenchGpu/CUDA" ]; then
    sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
suite=$(cd "$1/polybenchGpu" && pwd)
simt_cc=$(realpath "$2")
shift 2
inspect=no
if [ "${1-}" = --inspect ]; then
    inspect=yes
    shift
fi
sizes=()
while [[ ${1-} == -D* ]]; do
    sizes+=("$1")
    shift
done
[ $# -gt 0 ] || set -- JACOBI2D JACOBI1D DOITGEN GEMM 2DCONV ATAX GESUMMV SYRK
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
export OMP_NUM_THREADS=1 SIMT_INSPECT_FORMAT=none

# The programs ask for the time of day: they get the CPU time of their process.
cat >"$scratch/clock.c" <<'EOF'
#include <sys/time.h>
#include <time.h>
int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    struct timespec spent;
    (void)zone;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
    now->tv_sec = spent.tv_sec;
    now->tv_usec = spent.tv_nsec / 1000;
    return 0;
}
EOF
cc -O2 -shared -fPIC "$scratch/clock.c" -o "$scratch/clock.so" || exit 2

# One of them calls a function of an older common header.
cat >"$scratch/rtclock.h" <<'EOF'
#include <sys/time.h>
inline double rtclock()
{
    struct timeval t;
    gettimeofday(&t, 0);
    return t.tv_sec + t.tv_usec * 1e-6;
}
EOF

# build FOLDER NAME [OPTION]...
build() {
    local older=()
    [ "$1" = DOITGEN ] && older=(-include "$scratch/rtclock.h")
    "$simt_cc" "${@:3}" "${sizes[@]}" -O2 -w "-I$suite/common" "${older[@]}" "$suite/CUDA/$1"/*.cu \
        -o "$scratch/$2"
}

# measure NAME: the seconds of the kernels and of the loops, and the most KiB of memory.
measure() {
    /usr/bin/time -f 'memory %M' -o "$scratch/peak" env LD_PRELOAD="$scratch/clock.so" \
        "$scratch/$1" 2>/dev/null | grep -oE '^(GPU Runtime: |CPU Runtime: )?[0-9]+\.[0-9]+s?$' |
        grep -oE '[0-9.]+' | paste -sd' '
    tail -n 1 "$scratch/peak" | cut -d' ' -f2 # behind a line on the exit status, where it has findings
}

echo '| program | kernels, s | loops, s | ratio | in lockstep | inspected | memory | over loops |'
echo '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |'
for program; do
    build "$program" fast || continue
    line="$program $(measure fast | paste -sd' ')"
    if [ $inspect = yes ]; then
        build "$program" stepped --lockstep || continue
        build "$program" inspected --inspect || continue
        line+=" $(measure stepped | paste -sd' ') $(measure inspected | paste -sd' ')"
    fi
    echo "$line"
done | awk 'NF == 4 || NF == 10 {
    printf "| %s | %.4f | %.4f | %.1f | ", $1, $2, $3, $2 / $3
    if (NF == 4)
        print "| | | |"
    else
        printf "%.0f x | %.0f x | %.1f x | %.0f x |\n", $5 / $2, $8 / $2, $10 / $4, $8 / $3
    fflush()
    next
}
{ print "| " $1 " | its output is another one |" }'
