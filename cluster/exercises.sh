#!/bin/sh
# exercises.sh GRIDSTRIDE [FILE...]: checks right answers of the exercises (all solutions, and then all other
# right ones) on the GPU of this machine, with nvcc, and prints a table: for results/recorded/.
set -eu
gridstride=$(realpath "$1")
shift
lessons=$(realpath "$(dirname "$0")/../lessons")
for file in "$@"; do # they are read from another folder
    set -- "$@" "$(realpath "$file")"
    shift
done
[ $# -gt 0 ] || set -- "$lessons"/*/exercises/solutions/*.cu "$lessons"/*/exercises/right/*/*.cu
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
cd "$scratch"
export XDG_CACHE_HOME="$scratch"

# field NAME: the last value of that name in the marks.
field() {
    sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" marks.json | tail -n 1
}

# number NAME FORMAT: the same of a number, rounded; a dash where there is none.
number() {
    value=$(field "$1")
    # shellcheck disable=SC2059 # the format is given
    if [ -n "$value" ]; then printf "$2" "$value"; else printf '%s' -; fi
}

failed=0
echo '| exercise | answer | tests passed | points | time (us) | reference (us) | ratio | % of a copy | speed |'
echo '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |'
for file in "$@"; do
    folder=$(basename "$(dirname "$file")")
    answer=$(basename "$file" .cu)
    name=$folder
    [ "$folder" != solutions ] || { name=$answer answer=solution; }
    status=0
    "$gridstride" check "$name" "$file" --device cuda --seed 1 --json >marks.json 2>words || status=$?
    [ $status -lt 2 ] || { # nothing can be judged here, as without a GPU
        cat words >&2
        exit $status
    }
    [ $status -eq 0 ] || failed=1
    passed=$(grep -c '"status": "passed"' marks.json || true)
    total=$(grep -c '"status":' marks.json || true)
    speed=$(sed -n '/"performance"/,$s/.*"verdict": "\(.*\)".*/\1/p' marks.json)
    echo "| $name | $answer | $passed of $total | $(number score %.1f) | $(number us %.1f) |" \
        "$(number reference_us %.1f) | $(number ratio %.2f) | $(number percent_of_peak %.0f) | ${speed:--} |"
    [ "$(number score %.1f)" = 10.0 ] || {
        failed=1
        cat words >&2
        sed -n '/"mistake": {/,/}/p' marks.json >&2
    }
done
exit $failed
