#!/bin/sh
# usage: records.sh GRIDSTRIDE
# What a run on the simulator records: verdicts for everything, times for CPU baselines alone.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# Impossible blocks are part of the lesson: rows with a verdict, and no failure of the run.
"$gridstride" run 3 --device sim --sizes 100 --blocks 0,64,1025,2048 --dtype f32 --out blocks \
    >stdout 2>stderr || fail "blocks of 0, 1025 and 2048: exit status $?"
csv=$(echo blocks/*/lesson3.csv)
for column in lesson workload variant place dtype n grid block residency cache verdict detail values \
    lost_share answers launches median_s q1_s q3_s min_s max_s samples copy_in_s kernel_s copy_out_s \
    copies copied_in_bytes copied_out_bytes bytes gb_per_s peak_gb_per_s pct_of_peak limit limit_s \
    pct_of_limit max_error max_ulp threads device simulated floor_s note; do
    head -1 "$csv" | tr , '\n' | grep -qx $column || fail "the CSV has no column $column"
done
for block in 0 1025 2048; do
    expect_rows 3 'f["place"] == "device" && f["block"] == '$block' && f["verdict"] == "launch_failed" &&
        f["detail"] == "invalid argument"' "$csv" "not every kernel was refused at block $block"
    grep -q "launch_failed: .* block $block and others: invalid argument" stdout ||
        fail "the refusals at $block threads a block are not shown"
done
grep -q '(a block holds at most 1024 threads)$' stdout || fail "the limit is not explained"
expect_rows 3 'f["place"] == "device" && f["block"] == 64 && f["verdict"] == "right"' "$csv" \
    "not every kernel is right at 64 threads a block"

# What was measured of GPUs can be read.
for profile in "$tests"/../../results/recorded/*/profile.json; do
    "$gridstride" profile "$profile" >stdout || fail "$profile cannot be read"
    grep -q '^  memory_latency_s  .* ns  ' stdout || fail "$profile has no latency"
done

# No time of the simulator is stored, and no rate.
expect_rows 12 'f["place"] == "device" && f["simulated"] == 1 && f["device"] ~ /^gridstride simulator/ &&
    f["median_s"] f["q1_s"] f["q3_s"] f["min_s"] f["max_s"] f["samples"] f["copy_in_s"] f["kernel_s"] \
    f["copy_out_s"] f["gb_per_s"] f["pct_of_peak"] f["floor_s"] == ""' "$csv" \
    "a simulated row has a time, or does not say that it is simulated"
expect_rows 2 'f["place"] == "cpu" && f["median_s"] > 0 && f["samples"] >= 5 && f["gb_per_s"] > 0 &&
    f["threads"] >= 1 && f["simulated"] == 0 && f["block"] f["grid"] == ""' "$csv" "a CPU row lacks its time"
expect_rows 1 'f["variant"] == "serial" && f["threads"] == 1' "$csv" "serial used more than one thread"

# More than memory holds is skipped with the reason.
"$gridstride" verify 3 --device sim --sizes 100,1Ti --blocks 64 --dtype f32 --out big >stdout 2>stderr ||
    fail "a size over memory: exit status $?"
csv=$(echo big/*/verify3.csv)
expect_rows 5 'f["n"] == 1099511627776 && f["verdict"] == "skipped" && f["median_s"] == ""' "$csv" \
    "not every variant was skipped at 1Ti"
grep -qE '1099511627776,.*needs 12288\.0 GiB of (host|device) memory. has [0-9.]+ GiB' "$csv" ||
    fail "the reason for skipping is not recorded"
grep -qE 'skipped: .*n=1Ti.* needs 12288\.0 GiB of .* has [0-9.]+ GiB' stdout ||
    fail "the reason for skipping is not shown"
expect_rows 5 'f["n"] == 100 && f["verdict"] == "right"' "$csv" "the size that fits did not run"

# A run of fewer points takes the place of one of more, and says so; one of as many does not.
"$gridstride" run 3 --device sim --sizes 33,70 --dtype f32 --variant one_per_thread --blocks 32 --out fewer >stdout 2>stderr ||
    fail "a run of two sizes fails"
small_run --out fewer >stdout 2>stderr || fail "a run of fewer points fails"
grep -q '^note:   fewer/.*/lesson3.json has [0-9]* points, and this run replaces them; --out FOLDER keeps them$' stdout ||
    fail "results of more points are replaced in silence"
small_run --out fewer >stdout 2>stderr || fail "the same run once more fails"
! grep -q 'replaces them' stdout || fail "a run that replaces as many points speaks of it"

# The same seed gives the same inputs, and --quiet says where the results are and no more.
small_run --out quiet --quiet --seed 2^40+1 >stdout 2>stderr || fail "--quiet fails"
[ "$(wc -l <stdout)" -eq 1 ] || fail "--quiet says more than one line"
[ ! -s stderr ] || fail "--quiet shows progress"
grep -q '^results: quiet/.*/lesson3.json and .csv$' stdout || fail "--quiet: $(cat stdout)"
grep -q '"seed": 1099511627777' quiet/*/lesson3.json || fail "the seed is not recorded"
grep -q '"command_line": "gridstride run 3 --device sim' quiet/*/lesson3.json ||
    fail "the command line is not recorded"

# The device is named in the first line.
small_run --out named >stdout 2>stderr || fail "run fails"
# Where it was put is no part of what was measured.
if grep '"command_line"' named/*/lesson3.json | grep -q named; then
    fail "the record names the folder that it was put into"
fi
head -1 stdout | grep -q '^device: gridstride simulator (' || fail "the first line names no device"
"$gridstride" info >stdout 2>stderr || fail "info fails"
grep -q '^device: ' stdout || fail "info names no device"

# Folders with spaces and with bytes that are no UTF-8.
name=$(printf 'caf\351 au lait')
small_run --out "$name" --quiet >stdout 2>stderr || fail "a folder with other bytes: exit status $?"
"$gridstride" table "$name"/*/lesson3.json >stdout 2>stderr || fail "its results cannot be read"
finish
