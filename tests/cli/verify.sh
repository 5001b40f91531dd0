#!/bin/sh
# usage: verify.sh GRIDSTRIDE
# verify: every variant at the sizes and blocks where kernels go wrong, without times.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

small_run --out out --quiet >stdout 2>stderr || fail "run fails"
folder=$(echo out/*)
cp "$folder/lesson3.json" before.json

"$gridstride" verify 3 --device sim --sizes 0,1,33 --dtype f32,i64 --out out >stdout 2>stderr ||
    fail "verify: exit status $?"
csv=$folder/verify3.csv
[ "$(wc -l <"$csv")" -eq $((1 + 2 * 3 * (2 + 3 * 6))) ] || fail "verify makes $(wc -l <"$csv") lines"
expect_rows 120 'f["verdict"] == "right" && f["median_s"] f["samples"] f["gb_per_s"] f["pct_of_peak"] == ""' \
    "$csv" "not everything is right, or something was timed"
expect_rows 40 'f["n"] == 0' "$csv" "an array of no elements was not verified"
expect_rows 18 'f["place"] == "device" && f["block"] == 1024' "$csv" "not every kernel ran in blocks of 1024"
grep -q '^verdicts: 120 of 120 right' stdout || fail "verify does not sum up"
grep -q "^results: $folder/verify3.json and .csv$" stdout || fail "verify does not say where results are"
! grep -q '^plot:\|^limits:\|median' stdout || fail "verify plots, or shows times that there are none of"
cmp -s before.json "$folder/lesson3.json" || fail "verify changed the results of run"
[ -z "$(find out -name '*.unfinished.*')" ] || fail "verify left unfinished results"
"$gridstride" table "$folder/verify3.json" >stdout 2>stderr || fail "its results cannot be read"
grep -q '^verdicts: 120 of 120 right' stdout || fail "table does not sum up what verify found"

# As a program sees it.
"$gridstride" verify 3 --device sim --sizes 33 --variant serial --dtype f32 --out out --json >json 2>stderr ||
    fail "verify --json fails"
cmp -s json "$folder/verify3.json" || fail "verify --json is not what verify3.json holds"
"$gridstride" verify 3 --device sim --sizes 33 --dtype f32 --out out --quiet >stdout 2>stderr ||
    fail "verify --quiet fails"
[ "$(wc -l <stdout)" -eq 1 ] || fail "verify --quiet says more than one line"

# It chooses its device as run does, and says why.
for command in run verify; do
    "$gridstride" $command 3 --sizes 33 --dtype f32 --variant vector4 --out choice 2>stderr |
        head -1 >$command.device
done
cmp -s run.device verify.device || fail "verify chooses another device than run: $(cat verify.device)"

# Without sizes: around 0, every block, and 2^24. A baseline alone takes a moment.
"$gridstride" verify 3 --device sim --variant serial --dtype i32 --out edges --quiet >stdout 2>stderr ||
    fail "verify at all edges: exit status $?"
for n in 0 1 2 31 32 33 127 128 129 1023 1024 1025 1000003 16777227; do
    expect_rows 1 'f["n"] == '$n' && f["verdict"] == "right"' edges/*/verify3.csv "n = $n was not verified"
done

# What is not ours is neither overwritten nor looked at by the other command.
echo '{"context": {}, "benchmarks": []}' >"$folder/verify3.json"
cp "$folder/verify3.json" foreign.json
expect_error "$folder/verify3.json:1: not a gridstride result" verify 3 --device sim --sizes 33 --out out
cmp -s foreign.json "$folder/verify3.json" || fail "verify overwrote what is not ours"
small_run --out out --quiet >stdout 2>stderr || fail "run stumbles over verify's results"

expect_error 'verify: name a lesson, as in: gridstride verify 3' verify
expect_error 'unknown lesson 99' verify 99
expect_error '"4" is too many' verify 3 4
finish
