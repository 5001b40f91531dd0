#!/bin/sh
# gpu.sh GRIDSTRIDE [EXERCISE...]: checks the solutions and the other right answers of all exercises on
# the GPU of this machine, with nvcc, and prints a table: for results/recorded/.
set -eu
gridstride=$(realpath "$1")
shift
lessons=$(realpath "$(dirname "$0")/../../lessons")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export XDG_CACHE_HOME="$scratch"

# field NAME FILE: the last value of that name in the marks.
field() {
    sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" "$2" | tail -n 1
}

failed=0
echo '| exercise | file | tests passed | points | time us | reference us | ratio | % of a copy | speed |'
echo '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |'
for solution in "$lessons"/*/exercises/solutions/*.cu; do
    name=$(basename "$solution" .cu)
    [ $# -eq 0 ] || case " $* " in *" $name "*) ;; *) continue ;; esac
    folder=$(dirname "$(dirname "$solution")")
    for file in "$solution" "$folder/right/$name"/*.cu; do
        "$gridstride" check "$name" "$file" --device cuda --seed 1 --json >marks.json 2>words || failed=1
        passed=$(grep -c '"status": "passed"' marks.json || true)
        total=$(grep -c '"status":' marks.json || true)
        echo "| $name | $(basename "$file" .cu) | $passed of $total | $(field score marks.json) |" \
            "$(field us marks.json) | $(field reference_us marks.json) | $(field ratio marks.json) |" \
            "$(field percent_of_peak marks.json) | $(sed -n '/"performance"/,$p' marks.json |
                sed -n 's/.*"verdict": "\(.*\)".*/\1/p') |"
        [ "$(field score marks.json)" = 10.0 ] || {
            failed=1
            cat words >&2
            sed -n '/"mistake": {/,/}/p' marks.json >&2
        }
    done
done
exit $failed
