#!/bin/sh
# usage: fuzz.sh PROGRAMS RESULTS CORPUS OPTION...
# Fuzzes the readers of results: PROGRAMS is the folder of results_fuzz and results_seeds, RESULTS one
# of recorded results, CORPUS where inputs are kept and found again; the options are libFuzzer's. An
# input that fails is written beside CORPUS.
set -eu
programs=$1 results=$2 corpus=$3
shift 3
seeds=$corpus.seeds
rm -rf "$seeds"
mkdir -p "$corpus" "$seeds"
"$programs/results_seeds" "$seeds" "$results"/*/lesson*.json
rm -f "$seeds"/*.csv
exec "$programs/results_fuzz" -dict="$seeds.dict" -artifact_prefix="$corpus.fails-" -max_len=24576 \
    -timeout=10 "$@" "$corpus" "$seeds"
