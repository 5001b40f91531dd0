#!/usr/bin/env bash
# Builds public CUDA programs with simt-cc, unchanged, runs them, and prints a table in Markdown.
#
#   public_programs.sh CLONES SIMT_CC [OPTION]... [-- PATTERN]
#
# CLONES is a folder that holds the repositories which public_programs.txt names, each in a folder of
# its last name. OPTIONs go to simt-cc (--lockstep); with --inspect, what the inspector finds stands
# in the last column. With PATTERN, only the programs that match this extended regular expression are
# tried. SIMT_PROGRAMS_TIMEOUT is how many seconds a program may run (120). SIMT_PROGRAMS_TIMES=FILE
# keeps a line for each program that ran to its end: its name, and the CPU time it took, in seconds.
# Exits 1 if a program fails its own check, or cannot run although it was compiled.
set -u
export SIMT_INSPECT_FORMAT=short

here=$(cd "$(dirname "$0")" && pwd)
if [ $# -lt 2 ] || [ ! -d "$1" ]; then
    sed -n '2,12s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
clones=$(cd "$1" && pwd)
simt_cc=$(realpath "$2")
shift 2
options=()
pattern=.
while [ $# -gt 0 ]; do
    if [ "$1" = -- ]; then
        pattern=${2:-.}
        break
    fi
    options+=("$1")
    shift
done
limit=${SIMT_PROGRAMS_TIMEOUT:-120}
times=$(realpath -m "${SIMT_PROGRAMS_TIMES:-/dev/null}")
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
TIMEFORMAT='%U %S'
[ "$times" = /dev/null ] || : >"$times" || exit 2

# The first line that says what went wrong, short enough for a table.
reason() {
    grep -m1 -E 'simt-cc:|error:|undefined reference|simt:|rror|FAIL' "$@" ||
        grep -m1 . "$@" || echo 'no message'
}
shorten() {
    head -n 1 |
    sed -e 's/.*#error "\(simt-cc: [^"]*\)".*/\1/' -e "s#$scratch/[^:]*/##g" -e "s#$clones/##g" \
        -e 's#/[^ :]*/simt/##' -e 's/|/\\|/g' | tr -d '\r' | cut -c1-160
}

# Whether the output says so; "*" stands for any of the usual words, and no word of failure.
succeeded() {
    if [ "$1" = '*' ]; then
        cat "$scratch/output" "$scratch/errors" | grep -qE '\bFAIL|failed|ERROR|[Mm]ismatch' && return 1
        set -- 'PASS|[Pp]assed|SUCCESS|[Ss]uccess|returned OK|OK!|TEST OK|Correct|Verified'
    fi
    cat "$scratch/output" "$scratch/errors" | grep -qE "$1"
}

# What the inspector found, as "leak at profile.cu:34, race-warp at main.cu:12"; empty: nothing.
found() {
    grep -q '^simt-inspect: [1-9]' "$scratch/errors" || return
    sed -nE 's/^([^ :]+:[0-9]+): ([a-z-]+): .*/\2 at \1/p' "$scratch/errors" | paste -sd, |
        sed 's/,/, /g'
}

# Makes the module KERNELS.cu>NAME.SUFFIX in the current folder, if the word $1 is one.
make_module() {
    local kernels=${1%%>*} module=${1#*>}
    [[ $1 == *'>'* ]] || return 0
    timeout 300 "$simt_cc" ${options[@]+"${options[@]}"} -O2 -w ${flags[@]+"${flags[@]}"} \
        "-${module##*.}" "$kernels" -o "$module" >>"$scratch/messages" 2>&1
}

# try FOLDER SOURCES FLAGS ARGUMENTS CHECK: sets compiled, ran, passed and why.
try() {
    local flags sources arguments status findings word programs=()
    compiled='no' ran='' passed='' why=''
    rm -rf "$scratch/run"
    if ! cp -r "$clones/$1" "$scratch/run"; then
        why='not in CLONES'
        return
    fi
    cd "$scratch/run" || exit 2
    sources=${2//@/$clones/${1%%/*}}
    read -ra sources <<<"${sources//\~/$clones}"
    flags=${3//@/$clones/${1%%/*}}
    read -ra flags <<<"${flags//\~/$clones}"
    read -ra arguments <<<"$4"
    : >"$scratch/messages"
    for word in "${sources[@]}"; do
        [[ $word == *'>'* ]] || programs+=("$word")
        make_module "$word" || programs=()
        [ -s "$scratch/messages" ] && break
    done
    if [ ${#programs[@]} -eq 0 ] ||
        ! timeout 300 "$simt_cc" ${options[@]+"${options[@]}"} -O2 -w ${flags[@]+"${flags[@]}"} \
            "${programs[@]}" -o "$scratch/program" >>"$scratch/messages" 2>&1; then
        why=$(reason "$scratch/messages" | shorten)
        return
    fi
    compiled=yes
    {
        time timeout "$limit" "$scratch/program" ${arguments[@]+"${arguments[@]}"} \
            >"$scratch/output" 2>"$scratch/errors" </dev/null
        status=$?
    } 2>"$scratch/time"
    findings=$(found)
    [ -n "$findings" ] && [ $status -eq 1 ] && status=0 # as the program meant it
    ran=yes
    if [ $status -eq 124 ]; then
        ran=no why="longer than $limit s"
    elif [ $status -ge 126 ]; then
        ran=no why="status $status: $(reason "$scratch/errors" "$scratch/output" | shorten)"
    elif grep -q '^simt: .*kernel <<<' "$scratch/errors"; then # whatever the program makes of it
        passed=no why=$(grep -m1 '^simt: .*kernel <<<' "$scratch/errors" | shorten)
    elif [ "$5" = - ]; then
        passed=none
        [ $status -eq 0 ] || why="status $status: $(reason -h "$scratch/errors" "$scratch/output" |
            shorten)"
    elif [ $status -eq 0 ] && { [ "$5" = 0 ] || succeeded "$5"; }; then
        passed=yes
    else
        passed=no
        why="status $status: $(reason -h "$scratch/errors" "$scratch/output" | shorten)"
    fi
    why+=${findings:+${why:+; }$findings}
}

echo '| program | compiled | ran | its own check | why not |'
echo '| --- | --- | --- | --- | --- |'
tried=0 built=0 right=0 unchecked=0 wrong=0
while IFS='|' read -r name sources flags arguments check; do
    [[ $name == '' || $name == \#* ]] && continue
    name=${name// /} check=$(sed 's/^ *//; s/ *$//' <<<"$check")
    grep -qE "$pattern" <<<"$name $sources" || continue
    try "$name" "$sources" "$flags" "$arguments" "$check"
    tried=$((tried + 1))
    [ $compiled = yes ] && built=$((built + 1))
    [ "$passed" = yes ] && right=$((right + 1))
    [ "$passed" = none ] && unchecked=$((unchecked + 1))
    [ $compiled = yes ] && [ "$passed" != yes ] && [ "$passed" != none ] && wrong=$((wrong + 1))
    read -ra words <<<"$sources"
    [ "$ran" = yes ] && echo "$name/${words[0]%%>*} $(tail -n 1 "$scratch/time")" >>"$times"
    echo "| $name/${words[0]%%>*} | $compiled | $ran | $passed | $why |"
done <"$here/public_programs.txt"
echo
echo "$tried programs tried: $built compiled; $right passed their own checks, $unchecked ran and check" \
    "nothing, $wrong did not pass or not end."
[ $wrong -eq 0 ]
