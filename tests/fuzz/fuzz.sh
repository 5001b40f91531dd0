#!/bin/sh
# usage: fuzz.sh TARGET PROGRAMS TREE CORPUS OPTION...
# Fuzzes one reader: TARGET is results, report, source, object or toml; PROGRAMS is the folder of the
# programs, TREE the project's, CORPUS where inputs are kept and found again; the options are
# libFuzzer's. An input that fails is written beside CORPUS.
set -eu
target=$1 programs=$2 tree=$3 corpus=$4
shift 4
seeds=$corpus.seeds
rm -rf "$seeds"
mkdir -p "$corpus" "$seeds"
most=24576
case $target in
results)
    "$programs/results_seeds" "$seeds" "$tree"/results/recorded/*/lesson*.json \
        "$tree"/results/recorded/*/peers*.json
    rm -f "$seeds"/*.csv
    set -- -dict="$seeds.dict" "$@"
    ;;
report)
    cp "$tree"/tests/fuzz/seeds/*.report.json "$seeds"
    ;;
source)
    most=4096
    cp "$tree"/tests/fuzz/seeds/*.cu "$tree"/lessons/*/exercises/solutions/*.cu \
        "$tree"/tests/exercises/red_team/vecadd/*.cu "$tree"/tests/exercises/red_team_text/*.cu "$seeds"
    set -- -dict="$tree/tests/fuzz/seeds/cuda.dict" "$@"
    ;;
toml)
    most=8192
    cp "$tree"/examples/course/course.toml "$seeds"
    for exercise in "$tree"/examples/course/*/; do
        cp "$exercise/exercise.toml" "$seeds/$(basename "$exercise").toml"
    done
    ;;
object)
    most=65536
    cp "$programs/add_one.o" "$seeds"
    ;;
esac
exec "$programs/${target}_fuzz" -artifact_prefix="$corpus.fails-" -max_len="$most" -timeout=10 "$@" \
    "$corpus" "$seeds"
