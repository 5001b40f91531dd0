#!/bin/sh
# usage: processes.sh GRIDSTRIDE
# Samples of several processes: one record a row, which says whose samples are whose; taken up where
# a run was killed; and two kernel files or builds, run in turn by compare.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
XDG_CACHE_HOME=$here/cache
export XDG_CACHE_HOME
dot=$tests/../../examples/dot.cu

# counts RESULT: how many samples each process has of each row, a row a line, "-" without a time.
counts() {
    awk -F'"samples_by_process":' '/"residency"/ { print (NF > 1 ? substr($2, 1, index($2, "]")) : "-") }' "$1"
}

# ---- run --processes -----------------------------------------------------------------------------
expect 0 'results: ' run "$dot" --device sim --sizes 33,1Ki --blocks 32 --processes 3 --out three
result=$(echo three/*/kernel-dot.json)
grep -q '^process 3 of 3$' stderr || fail "the third process is not shown"
[ "$(counts "$result" | grep -c '^\[[0-9]*,[0-9]*,[0-9]*\]$')" -eq 2 ] || fail "not 2 rows have three processes"
[ "$(counts "$result" | grep -c '^-$')" -eq 2 ] || fail "not 2 rows, those of the simulator, are without a time"
expect_rows 2 'f["processes"] == 3 && f["median_s"] > 0' "${result%.json}.csv" "the CSV does not say 3 processes"
expect_rows 4 'f["verdict"] == "right"' "${result%.json}.csv" "rows are missing, or there twice"
expect 0 'serial' table "$result"
expect 0 'all' compare "$result" "$result"
expect 0 '' run "$dot" --device sim --sizes 33 --out one --quiet --processes 1
grep -q samples_by_process one/*/kernel-dot.json && fail "one process is written as several"

# Killed in its second process, it goes on there.
options="run $dot --device sim --sizes 1Ki,2Ki,4Ki,8Ki,16Ki --variant serial --processes 3 --quiet --out killed"
lines() {
    cat killed/*/kernel-dot.unfinished.jsonl 2>/dev/null | wc -l
}
while :; do
    # shellcheck disable=SC2086 # words, on purpose
    "$gridstride" $options --resume >stdout 2>stderr &
    pid=$!
    while kill -0 $pid 2>/dev/null; do
        [ "$(lines)" -lt 8 ] || kill -KILL $pid 2>/dev/null
    done
    wait $pid 2>/dev/null
    [ "$(lines)" -ge 8 ] || continue
    until_free killed/*/kernel-dot.unfinished.jsonl
    break
done
before=$(cat killed/*/kernel-dot.unfinished.jsonl)
expect 0 'serial' table killed/*/kernel-dot.unfinished.jsonl
# shellcheck disable=SC2086
expect 0 '' $options --resume
[ "$(counts killed/*/kernel-dot.json | grep -c '^\[[0-9]*,[0-9]*,[0-9]*\]$')" -eq 5 ] ||
    fail "resumed, not 5 rows have three processes: $(counts killed/*/kernel-dot.json)"
sample=$(printf '%s\n' "$before" | sed -n 's/.*"samples_s":\[\([^,]*\),.*/\1/p' | head -1)
grep -q -F "\"samples_s\":[$sample," killed/*/kernel-dot.json || fail "resumed, a sample of before is gone"
# ---- compare --run -------------------------------------------------------------------------------
cp "$dot" old.cu
sed 's/all += (double)x\[i\] \* y\[i\];$/&\n    for (int again = 0; again < 30; again++)\n        for (size_t i = 0; i < n; i++)\n            all = all + (double)x[i] * y[i] * 1e-300;/' "$dot" >new.cu
run='--device sim --sizes 16Ki --variant serial --dtype f32'
# shellcheck disable=SC2086
expect 1 'slower by more than 50%: ' compare --run old.cu new.cu --processes 3 --threshold 50 --out kept -- $run
[ "$(counts kept/old.json)" != - ] || fail "compare --run keeps no result of the old file"
expect 1 'slower by more than 50%: ' compare kept/old.json kept/new.json --threshold 50
expect 0 'faster by more than 50%: 1 row' compare kept/new.json kept/old.json --threshold 50
# shellcheck disable=SC2086
expect 0 'same: 1 row' compare --run old.cu old.cu --processes 3 --threshold 100000 -- $run
# Two builds, by their programs; a row without a time is none to be faster.
expect 0 'untimed' compare --run "$gridstride" "$gridstride" --processes 2 -- 3 --device sim --sizes 33 --dtype f32 --blocks 32 --variant one_per_thread
[ -z "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'gridstride-compare-*' -user "$(id -un)" -newer kept/old.json)" ] ||
    fail "compare --run leaves a folder behind"

# ---- what is refused -----------------------------------------------------------------------------
expect_error '--processes: 0 is not from 1 to 100' run 3 --processes 0
expect_error 'verify: --processes is for times' verify 3 --processes 2
expect_error 'are for --run' compare kept/old.json kept/new.json --processes 3
expect_error 'is no .cu file, no folder with a lesson.c and no program' compare --run old.cu kept/new.json
expect_error 'cannot read none.cu' compare --run old.cu none.cu
expect_error '--out cannot stand behind --' compare --run old.cu new.cu -- --out there
expect_error 'old, old.cu, ended with exit status 2: ' compare --run old.cu new.cu --processes 2 -- --sizes x
finish
