#!/usr/bin/env bash
# Runs Compute Sanitizer over HiRace's CUDA codes, as nvcc builds them, and counts what it finds. Needs
# a GPU, nvcc, compute-sanitizer and python3.
#
#   sanitizer.sh CLONES [SECONDS [SEED]]
#
# CLONES is a folder that holds HiRace-Artifact-SC24. First come the codes with syncBug, then the others
# in an order drawn by SEED (20); none is begun after SECONDS (300). Each is run on the graphs of
# bug_suites.sh, by memcheck and by racecheck. SIMT_SANITIZER_LOG=FILE keeps a line for each code:
# its name, and whether memcheck and racecheck reported something (1).
set -u
if [ $# -lt 1 ] || [ ! -d "$1/HiRace-Artifact-SC24/indigo" ]; then
    sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
seconds=${2:-300} seed=${3:-20}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
log=${SIMT_SANITIZER_LOG:-$scratch/log}
log=$(realpath "$log")
mkdir "$scratch/lines"
cd "$1/HiRace-Artifact-SC24/indigo" || exit 2

# The codes in their order.
draw() {
    python3 - "$seed" <<'EOF'
import pathlib, random, sys
codes = sorted(str(code) for code in pathlib.Path("indigo_sources").rglob("*.cu"))
others = [code for code in codes if "syncBug" not in code]
random.Random(int(sys.argv[1])).shuffle(others)
print("\n".join([code for code in codes if "syncBug" in code] + others))
EOF
}

# Whether TOOL reports something for one of the runs of a program.
reports() {
    local tool=$1 program=$2 run graph threads blocks
    for run in "${runs[@]}"; do
        read -r graph threads blocks <<<"$run"
        timeout 15 compute-sanitizer --tool "$tool" "$program" "input/$graph.egr" "$threads" \
            "$blocks" </dev/null 2>&1 | grep -E 'SUMMARY: [0-9]+ ' | grep -vq 'SUMMARY: 0 ' && return
    done
    return 1
}

try() {
    local name memcheck=0 racecheck=0 runs
    [ "$(date +%s)" -ge "$stop" ] && return
    name=$(basename "$1" .cu)
    case $name in
        *_block*) runs=("64 100" "64 201" "64 200" "64 2") ;;
        *_warp*) runs=("128 25" "128 51" "128 50" "128 2") ;;
        *) runs=("50 2" "64 4" "50 4" "50 2") ;;
    esac
    runs=("DAG_100n_200e ${runs[0]}" "power_law_200n_1000e ${runs[1]}"
        "counterDAG_200n_1000e ${runs[2]}" "DAG_200n_400e ${runs[3]}")
    nvcc -arch=native -lineinfo -w -Iindigo_include "$1" -o "$scratch/$name" || return
    reports memcheck "$scratch/$name" && memcheck=1
    reports racecheck "$scratch/$name" && racecheck=1
    echo "$name|$memcheck|$racecheck" >"$scratch/lines/$name"
    rm "$scratch/$name"
}

stop=$(($(date +%s) + seconds))
export -f try reports
export stop scratch
# shellcheck disable=SC2016 # the words are those of the other shell
draw | xargs -P "$(nproc)" -I{} bash -c 'try "$1"' _ {}
find "$scratch/lines" -type f | LC_ALL=C sort | xargs cat >"$log"

awk -F'|' '
{
    class = /syncBug/ ? "syncBug" : /(atomic|guard|race)Bug/ ? "another race" : \
        /boundsBug/ ? "boundsBug alone" : "no bug"
    codes[class]++
    race[class] += $3
    if (/boundsBug/) {
        bounds++
        memory += $2
    } else
        false_memory += $2
}
END {
    print "| | codes | racecheck reports |\n| --- | ---: | ---: |"
    for (class in codes)
        print "| " class " | " codes[class] " | " race[class] " |" | "sort"
    close("sort")
    print "\nmemcheck reports " memory + 0 " of " bounds + 0 " codes with boundsBug, and " \
        false_memory + 0 " others."
}' "$log"
