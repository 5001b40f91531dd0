#!/usr/bin/env bash
# Builds the CUDA codes of two public suites of labelled bugs with simt-cc --inspect, unchanged, runs
# them on small graphs, and prints what the inspector found, as tables in Markdown.
#
#   bug_suites.sh CLONES SIMT_CC hirace|indigo3 [EVERY [FIRST [PATTERN]]]
#
# CLONES is a folder that holds HiRace-Artifact-SC24 or Indigo3Suite. Of the codes, sorted by name,
# each EVERY-th is taken (1: all), the FIRST-th first; with PATTERN, of those whose names match it. Of
# Indigo3 only codes with one bug or none are looked at. A code's labels are the bugs in its file
# name; a label is found if a run reports a finding of its kind. SIMT_SUITES_LOG=FILE keeps a line for
# each code: its name, its labels, whether it was built and ended, and what was found, as KIND:LINE.
# SIMT_SUITES_JOBS is how many codes are tried at a time (1).
# SIMT_SUITES_TIMEOUT is how many seconds of CPU time a run may take (5); behind a run that does not
# end there come no more.
set -u
export SIMT_INSPECT_FORMAT=short SIMT_MULTIPROCESSORS=1 LC_ALL=C

if [ $# -lt 3 ] || [ ! -d "$1" ] || [[ ! $3 =~ ^(hirace|indigo3)$ ]]; then
    sed -n '2,14s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
clones=$(cd "$1" && pwd)
simt_cc=$(realpath "$2")
suite=$3 every=${4:-1} first=${5:-1} pattern=${6:-.}
limit=${SIMT_SUITES_TIMEOUT:-5}
jobs=${SIMT_SUITES_JOBS:-1}
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
log=${SIMT_SUITES_LOG:-$scratch/log}
: >"$log" || exit 2

# What the graphs below need: a block, warp or thread for each vertex, exactly and with some over;
# vertices without neighbours at both ends; fewer edges than vertices, and more.
hirace_runs() {
    local input=$clones/HiRace-Artifact-SC24/indigo/input
    case $1 in
        *_block*) set -- 64 100 64 201 64 200 ;;
        *_warp*) set -- 128 25 128 51 128 50 ;;
        *) set -- 50 2 64 4 50 4 ;;
    esac
    echo "$input/DAG_100n_200e.egr $1 $2"
    echo "$input/power_law_200n_1000e.egr $3 $4"
    echo "$input/counterDAG_200n_1000e.egr $5 $6"
    echo "$input/DAG_200n_400e.egr $1 2"
}

indigo3_runs() {
    local graph graphs=(undirect_uniform_degree_250n_2000e undirect2dim_rand_torus_100n_400e)
    [[ $1 == *_Block_* ]] && graphs=(undirected_graph_4n_12e_4095 undirect2dim_rand_torus_100n_400e)
    for graph in "${graphs[@]}" undirected_graph_4n_2e_9; do
        echo "$clones/Indigo3Suite/inputs/$graph.egr 1 0"
    done
}

# The folder of headers, and the list of codes.
prepare_hirace() {
    include=$clones/HiRace-Artifact-SC24/indigo/indigo_include
    find "$clones/HiRace-Artifact-SC24/indigo/indigo_sources" -name '*.cu' | sort >"$scratch/codes"
}

# Indigo3's own generator writes beside itself, so it works on a copy, with the bugs it offers.
prepare_indigo3() {
    include=$clones/Indigo3Suite/lib
    cp -r "$clones/Indigo3Suite" "$scratch/suite" || exit 2
    sed -i -e 's/^\( *bug: *\){nobug}/\1{all}/' -e 's/^\( *dataType: *\){.*}/\1{all}/' \
        "$scratch/suite/codeGen/configure.txt"
    (cd "$scratch/suite" && python3 -W ignore generate_all_codes.py CUDA) >"$scratch/messages" 2>&1
    find "$scratch/suite/generatedCodes" -name '*.cu' | sort |
        awk '{ name = $0; gsub(/_No[A-Za-z]*Bug/, "", name); if (gsub(/Bug/, "", name) < 2) print }' >"$scratch/codes"
}

# The bugs that the name of a code tells: RaceBug FieldBug; none where it has none.
labels() {
    basename "$1" .cu | tr _ '\n' | grep 'Bug$' | grep -v '^No' | paste -sd, || true
}

# try CODE FOLDER: builds and runs one code in a folder of its own, and logs it there.
try() {
    local bugs built=no ended=no run words status
    bugs=$(labels "$1")
    : >"$2/found"
    if timeout 300 "$simt_cc" --inspect -w "-I$include" "$1" -o "$2/program" \
        >"$2/messages" 2>&1; then
        built=yes ended=yes
        while read -r run; do
            read -ra words <<<"$run"
            (
                ulimit -S -t "$limit"
                exec timeout $((limit * 20)) "$2/program" "${words[@]}" </dev/null 2>&1
            ) | sed -nE 's/^[^ ]+:([0-9]+): ([a-z-]+): .*/\2:\1/p' >>"$2/found"
            status=${PIPESTATUS[0]}
            if [ "$status" -eq 124 ] || { [ "$status" -gt 128 ] && [ "$status" -lt 255 ]; }; then
                ended=no # by the limit or a signal; 255 is exit(-1)
                break
            fi
        done < <("${suite}_runs" "$(basename "$1")")
    fi
    echo "$(basename "$1" .cu)|${bugs:-none}|$built|$ended|$(sort -u "$2/found" | paste -sd,)" >>"$2/log"
}

# Tries each jobs-th of the codes, the I-th first.
try_some() {
    mkdir -p "$scratch/job$1"
    awk -v jobs="$jobs" -v first="$1" 'NR % jobs == first % jobs' "$scratch/taken" |
        while read -r code; do
            try "$code" "$scratch/job$1"
        done
}

"prepare_$suite" || exit 2
grep -E "$pattern" "$scratch/codes" | awk -v every="$every" -v first="$first" \
    'NR % every == first % every' >"$scratch/taken"
for ((job = 1; job <= jobs; job++)); do
    try_some "$job" &
done
wait
cat "$scratch"/job*/log | sort >"$log"

# For each label: how many codes have it, in how many it was found, and the rest by name. Findings that
# no label stands for are listed too: all of them where a code has no bug, else the races.
echo "$(wc -l <"$scratch/taken") of $(wc -l <"$scratch/codes") codes of $suite"
awk -F'|' '
function kinds_of(label) {
    if (label ~ /^(atomicBug|guardBug|raceBug|RaceBug)$/)
        return "race-(global|warp|same-value)"
    if (label ~ /^(syncBug|SyncBug)$/)
        return "race-(shared|warp|global|same-value)|barrier-divergence"
    if (label ~ /[bB]oundsBug$|^ExcessThreadsBug$|^FieldBug$/) # beyond an array, or its part in use
        return "out-of-bounds|index-overflow|uninitialised"
    if (label == "UninitializedBug")
        return "uninitialised"
    return "never-ends"
}
{
    split($2, label, ",")
    races = 0
    for (i in label) {
        have[label[i]]++
        built[label[i]] += $3 == "yes"
        ended[label[i]] += $3 == "yes" && $4 == "yes"
        if (label[i] == "none") {
            clean += $3 == "yes" && $5 == ""
            if ($5 != "")
                other = other "\n- " $1 ": " $5
            continue
        }
        kinds = "(^|,)(" kinds_of(label[i]) "):"
        races += kinds ~ /race/
        if ($5 ~ kinds)
            found[label[i]]++
        else if ($3 == "yes")
            missed[label[i]] = missed[label[i]] "\n- " $1 ": " ($5 == "" ? "nothing" : $5)
    }
    if (!races && $2 != "none" && $5 ~ /race/)
        extra = extra "\n- " $1 ": " $5
}
END {
    print "\n| label | codes | built | ended | found | missed |\n| --- | --- | --- | --- | --- | --- |"
    for (i in have)
        if (i != "none")
            print "| " i " | " have[i] " | " built[i] " | " ended[i] " | " found[i] + 0 " | " \
                built[i] - found[i] " |" | "sort"
    close("sort")
    print "\nOf " have["none"] + 0 " codes without a bug " built["none"] + 0 " were built, " \
        ended["none"] + 0 " ended, and " clean + 0 " have no finding."
    for (i in missed)
        print "\nMissed, " i ":\n" missed[i]
    if (other != "")
        print "\nFound in codes without a bug:\n" other
    if (extra != "")
        print "\nRaces found in codes whose bugs are no races:\n" extra
}' "$log"
