#!/bin/sh
# usage: compare.sh GRIDSTRIDE
# The results are Google Benchmark's JSON: its own compare.py reads them, and any JSON reader.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

command -v python3 >/dev/null || { echo "skipped: there is no python3" && exit 77; }
for name in a b; do
    "$gridstride" run 3 --device sim --sizes 33,70 --blocks 0,32 --dtype f32 --out $name --json \
        >$name.json 2>stderr || fail "--json fails"
done
cat >read.py <<'END'
import json
import sys

results = json.load(open(sys.argv[1]))
assert set(results) == {"context", "benchmarks"}, set(results)
assert results["context"]["gridstride"]["slug"] == "vecadd"
assert len(results["benchmarks"]) == 16, len(results["benchmarks"])
for record in results["benchmarks"]:
    timed = record["place"] == "cpu"
    assert ("real_time" in record) == timed, record
    assert record["error_occurred" if not timed else "real_time"] in (True, False) or timed
    assert not timed or abs(record["real_time"] - record["median_s"] * 1e9) < 1e-3
    assert not timed or len(record["samples_s"]) == record["iterations"]
END
python3 read.py a.json 2>stderr || fail "--json cannot be read"

compare=/usr/share/benchmark/compare.py
[ -e $compare ] || { echo "skipped: Google Benchmark's compare.py is not installed" && exit 77; }
python3 -c 'import scipy, numpy' 2>/dev/null ||
    { echo "skipped: compare.py needs SciPy, which python3 lacks" && exit 77; }

# compare OLD NEW ROWS: compare.py ends well and shows so many rows of ours.
compare() {
    python3 $compare --no-color benchmarks "$1" "$2" >table 2>stderr || fail "compare.py fails"
    [ "$(grep -c '^vecadd/.* [-+][0-9.]* .* [-+][0-9.]* ' table)" -eq "$3" ] ||
        fail "compare.py $1 $2 does not show $3 rows: $(cat table)"
}

compare a.json b.json 4
compare a/*/lesson3.json b.json 4

# A baseline that has become wrong has no time; its row is left out, in either direction.
cat >spoil.py <<'END'
import json

results = json.load(open("b.json"))
untimed = next(r for r in results["benchmarks"] if "real_time" not in r)
spoilt = next(r for r in results["benchmarks"] if "real_time" in r)
for name in ("real_time", "cpu_time", "iterations"):
    del spoilt[name]
for name in ("run_type", "time_unit", "error_occurred"):
    spoilt[name] = untimed[name]
json.dump(results, open("spoilt.json", "w"))
END
python3 spoil.py || fail "cannot spoil a record"
compare a.json spoilt.json 3
compare spoilt.json a.json 3
[ "$failures" -eq 0 ]
