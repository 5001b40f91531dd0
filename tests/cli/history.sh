#!/bin/sh
# usage: history.sh GRIDSTRIDE
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

command -v python3 >/dev/null || { echo "skipped: there is no python3" && exit 77; }
# history puts recorded results in the order of their dates, and marks what has changed for sure.
cat >slower.py <<'END'
import json
import sys

results = json.load(open(sys.argv[1]))
results["context"]["date"] = "2031-02-03T04:05:06+00:00"
results["context"]["gridstride"]["commit"] = "slower"
for record in results["benchmarks"]:
    if record["variant"] == "vector4" and record.get("n") == 4194304 and "samples_s" in record:
        for key in ("real_time", "median_s", "q1_s", "q3_s", "min_s", "max_s"):
            record[key] *= 1.2
        samples = record["samples_s"]
        record["samples_s"] = [1.2 * sample for sample in samples] if isinstance(samples, list) else 1.2 * samples
json.dump(results, open("slower.json", "w"))
END
recorded=$tests/../../results/recorded
cp "$recorded/nvidia-h200/lesson3.json" old.json
python3 slower.py old.json 2>stderr || fail "slower.json is not made"
"$gridstride" history slower.json old.json >stdout 2>stderr || fail "history fails"
grep -q '^#1  2026-11-21' stdout && grep -q '^#2  2031-02-03.*slower  *slower.json' stdout ||
    fail "history does not go by the dates"
grep -q '^vector4  *f32  *4Mi  *256  device cold .*+20.0%$' stdout || fail "history shows no change"
! grep -q '^one_per_thread' stdout || fail "history shows what did not change"
"$gridstride" history old.json slower.json --plot changes >stdout 2>stderr || fail "history --plot fails"
grep -q '^plot:    changes.svg' stdout || fail "history --plot names no picture"
for words in 'vecadd: history' 'Rows that changed' 'a change that is sure' 'vector4, f32,'; do
    grep -q "$words" changes.svg || fail "the picture of a history says nothing of '$words'"
done
"$gridstride" history slower.json "$recorded/nvidia-h100-80gb-hbm3/lesson3.json" >stdout 2>stderr &&
    fail "results of two GPUs have a history"
grep -q 'no two of these results are of one lesson on one machine' stderr || fail "history of two GPUs: no reason"
finish
