#!/bin/sh
# usage: launches.sh GRIDSTRIDE
# Launches that a class looks at one by one: arrays before and after, and answers that are wrong on
# purpose, which are no failure.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# Lesson 1: two cells, two threads, and every update but one lost in each.
"$gridstride" run 1 --device sim --sizes 2 --grids 1 --blocks 1,2 --dtype f32 --out out >stdout 2>stderr ||
    fail "run 1: exit status $?"
csv=$(echo out/*/lesson1.csv)
grep -q '^2 cells, 1 x 2 threads$' stdout || fail "the launch is not named"
grep -q '^  atomic  *right .*\[0 1\] -> \[1 2\]$' stdout || fail "the array is not shown before and after"
grep -q '^  serial  *right .*\[0 1\] -> \[1 2\]$' stdout || fail "nor that of a baseline"
grep -q '^  racy  *lost 50% .*\[0 1\] -> \[0.5 1.5\], should be \[1 2\]$' stdout ||
    fail "the loss is not shown beside what should be"
grep -q 'lost_updates: racy f32 n=2 1 x 2 threads: kept 1 of 2 updates a cell' stdout ||
    fail "the loss is not explained"
expect_rows 1 'f["variant"] == "racy" && f["block"] == 2 && f["verdict"] == "lost_updates" &&
    f["lost_share"] == 0.5 && f["values"] == "[0 1] -> [0.5 1.5], should be [1 2]" &&
    f["answers"] >= 1 && f["launches"] >= f["answers"]' "$csv" "the loss is not recorded"
expect_rows 1 'f["variant"] == "racy" && f["block"] == 1 && f["verdict"] == "right"' "$csv" \
    "a single thread races"
expect_rows 14 'f["grid"] == 1 && f["block"] >= 1' "$csv" "a baseline did not do a launch's work"

# The same seed loses the same.
"$gridstride" run 1 --device sim --sizes 2 --grids 2 --blocks 64 --dtype i32 --variant racy --out a --quiet \
    >stdout 2>stderr || fail "run 1 --variant racy: exit status $?"
"$gridstride" run 1 --device sim --sizes 2 --grids 2 --blocks 64 --dtype i32 --variant racy --out b --quiet \
    >stdout 2>stderr || fail "run 1 --variant racy: exit status $?"
expect_rows 1 'f["verdict"] == "lost_updates"' a/*/lesson1.csv "128 threads lose nothing"
cmp -s a/*/lesson1.csv b/*/lesson1.csv || fail "two runs lost differently"

# Lesson 2: a grid of any number of blocks covers any matrix.
"$gridstride" run 2 --device sim --workload double_2d --sizes 1003 --grids 1,7,65537 --blocks 96 --dtype f32 \
    --variant column_major,row_major,vector4 --out double >stdout 2>stderr ||
    fail "run 2 --workload double_2d --grids: exit status $?"
grep -q '^1003 cells, 65537 x 96 threads$' stdout || fail "the launch is not named"
grep -q '^verdicts: 9 of 9 right$' stdout || fail "a matrix is wrong with some grid"

# Lesson 2: two cells, one thread.
"$gridstride" run 2 --device sim --sizes 2 --grids 1 --blocks 1 --workload grid_add --dtype f64 --out out \
    >stdout 2>stderr || fail "run 2: exit status $?"
grep -q '^  one_per_thread  *partial  *\[0 1\] -> \[0.5 1\], should be \[0.5 1.5\]$' stdout ||
    fail "the covered cell is not shown"
grep -q 'partial: one_per_thread f64 n=2 1 x 1 thread: 1 of 2 cells: 1 block of 1 thread has no thread' stdout ||
    fail "the rest left out is not explained"
grep -q '^  grid_stride  *right .*\[0 1\] -> \[0.5 1.5\]$' stdout || fail "grid_stride does not cover both"
expect_rows 2 'f["verdict"] == "partial" && f["median_s"] == ""' out/*/lesson2.csv \
    "short grids are not recorded as partial"
"$gridstride" verify 2 --device sim --sizes 31,33 --blocks 32 --workload grid_add --variant short_grid --out v \
    --quiet >stdout 2>stderr || fail "verify of what is wrong on purpose: exit status $?"
expect_rows 4 'f["n"] == 33 && f["verdict"] == "partial"' v/*/verify2.csv "33 cells have enough threads"
expect_rows 4 'f["n"] == 31 && f["verdict"] == "right"' v/*/verify2.csv "31 cells lack threads"
finish
