#!/bin/sh
# usage: compare_runs.sh GRIDSTRIDE
# gridstride compare, on results recorded on GPUs and on copies of them with a change put in.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

recorded=$tests/../../results/recorded
h100=$recorded/nvidia-h100-80gb-hbm3/lesson3.json
h200=$recorded/nvidia-h200/lesson3.json
row=vecadd/vector4/f32/n:16777227/block:256/device/cold

# scaled FACTOR: the H100's result with the times of one row multiplied.
scaled() {
    awk -v row="\"name\":\"$row\"" -v factor="$1" '
        function times(name) {
            match($0, "\"" name "\":[-+.e0-9]*")
            start = RSTART + length(name) + 3
            $0 = substr($0, 1, start - 1) \
                substr($0, start, RSTART + RLENGTH - start) * factor \
                substr($0, RSTART + RLENGTH)
        }
        BEGIN { CONVFMT = OFMT = "%.7g" }
        index($0, row) {
            times("real_time"); times("median_s"); times("q1_s")
            times("q3_s"); times("min_s"); times("max_s")
            match($0, /"samples_s":\[[^]]*/)
            head = substr($0, 1, RSTART + 12)
            tail = substr($0, RSTART + RLENGTH)
            count = split(substr($0, RSTART + 13, RLENGTH - 13), samples, ",")
            list = ""
            for (i = 1; i <= count; i++)
                list = list (i > 1 ? "," : "") samples[i] * factor
            $0 = head list tail
        }
        { print }' "$h100"
}

# The same row, wrong and so without a time.
spoilt() {
    awk -v row="\"name\":\"$row\"" '
        index($0, row) {
            sub(/"verdict":"right"/, "\"verdict\":\"wrong\"")
            sub(/"samples_s":\[[^]]*\]/, "\"samples_s\":[]")
            gsub(/"(median|q1|q3|min|max)_s":[-+.e0-9]*,/, "")
        }
        { print }' "$h100"
}

said() {
    grep -q -F -e "$1" stdout || fail "compare says nothing of '$1': $(cat stdout)"
}

# A result and itself.
expect 0 "same: 624 rows within 5%" compare "$h100" "$h100"
said "all             636      0       0       0   624        0       0       12"
[ ! -s stderr ] || fail "compare says something on standard error"

# A real slowdown, put in on purpose; a threshold over it; the same the other way round.
scaled 2 >slow.json
expect 1 "1 of 636 rows slower by more than 5%: $row +100%" compare "$h100" slow.json
[ "$(wc -l <stderr)" -eq 1 ] || fail "a slower row takes more than a line"
said "slower by more than 5%: 1 row"
expect 0 "unclear" compare "$h100" slow.json --threshold 100
expect 0 "same: 624 rows within 150%" compare --threshold=150 "$h100" slow.json
expect 0 "faster by more than 5%: 1 row" compare slow.json "$h100"
scaled 1.03 >little.json
expect 0 "1 of them changed by a little; the most, $row, by +3.00%" compare "$h100" little.json
expect 1 "slower by more than 2%: $row +3.00%" compare "$h100" little.json --threshold 2

# A verdict.
spoilt >wrong.json
expect 1 "1 of 636 rows turned wrong: $row is wrong now, and was right" compare "$h100" wrong.json
said "turned wrong: 1 row"
expect 0 "turned otherwise: 1 row" compare wrong.json "$h100"

# Another machine: slower rows are shown and are no failure; a wrong answer is one.
expect 0 "across machines: NVIDIA H100 80GB HBM3 -> NVIDIA H200" compare "$h100" "$h200"
said "slower by more than 5%: "
said "a CPU of the same name"
expect 1 "1 of 636 rows turned wrong" compare "$h200" wrong.json

# Rows of one result only.
grep -v -F "\"name\":\"$row\"" "$h100" >fewer.json
expect 0 "only in the old result: 1 row" compare "$h100" fewer.json
said "  $row"
expect 0 "only in the new result: 1 row" compare fewer.json "$h100"

# What cannot be compared.
for operands in "" "$h100" "$h100 $h100 $h100"; do
    # shellcheck disable=SC2086 # words, on purpose
    expect_error "compare: name two result files" compare $operands
done
expect_error "No such file" compare "$h100" none.json
expect_error "No such file" compare none.json "$h100"
echo '{}' >foreign.json
expect_error "foreign.json:1: not a gridstride result" compare "$h100" foreign.json
expect_error "foreign.json:1: not a gridstride result" compare foreign.json "$h100"
expect_error "no row of the one result is in the other" compare "$h100" "${h100%3.json}4.json"
for threshold in x -1 nan inf 5x 1e999; do
    expect_error "--threshold" compare "$h100" "$h100" "--threshold=$threshold"
done
expect_error "--threshold needs a value" compare "$h100" "$h100" --threshold
finish
