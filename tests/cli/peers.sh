#!/bin/sh
# usage: peers.sh GRIDSTRIDE
# peers: other libraries beside our variants, by the same rules; skipped where python3 has no NumPy.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# A sanitizer cannot be loaded into python3, so there is no library in such a build.
[ -e "$(dirname "$gridstride")/../lib/gridstride/libgridstride-sim.so" ] || exit 77

# The system's python3 may have what another one before it has not.
python3 -c 'import numpy' 2>/dev/null || PATH=/usr/bin:$PATH
export PATH
python3 -c 'import numpy' 2>/dev/null || exit 77

peers() {
    "$gridstride" peers "$@" --device sim --out out >stdout 2>stderr
}

# Each lesson's NumPy is right in every dtype, at a size that no block divides.
for lesson in 2 3 4 5 6; do
    peers $lesson --sizes 1,1003 --variant serial,numpy || fail "peers $lesson: exit status $?"
    csv=$(echo out/*/peers$lesson.csv)
    expect_rows 0 'f["variant"] == "numpy" && f["verdict"] != "right"' "$csv" \
        "peers $lesson: NumPy is not right everywhere"
    for workload in $(awk -F, 'NR > 1 { print $2 }' "$csv" | sort -u); do
        timed=$(rows 'f["workload"] == "'"$workload"'" && f["place"] == "peer" && f["median_s"] > 0' "$csv")
        [ "$timed" -gt 0 ] || fail "peers $lesson: $workload has no time of NumPy's"
    done
done
expect_rows 4 'f["place"] == "peer" && f["residency"] == "host" && f["n"] == 1003' out/*/peers3.csv \
    "NumPy did not run in all dtypes"
[ -z "$(find out -name lesson3.json)" ] || fail "peers wrote the result of run"
grep -q '"peers": "[^"]*numpy [0-9]' out/*/peers3.json || fail "the record does not say which NumPy"

# What peers.py says was compiled in by nvcc is there by that name.
compiled=$(dirname "$gridstride")/../lib/gridstride/libgridstride-cuda.so
if [ -e "$compiled" ]; then
    nm -D --defined-only --format=just-symbols "$compiled" >functions
    python3 - "$tests/../.." functions >missing <<'EOF' || fail "no peers.py was read"
import pathlib, sys

sys.dont_write_bytecode = True
root, functions = map(pathlib.Path, sys.argv[1:])
sys.path.insert(0, str(root / "harness/run/peers"))
import peer

names = functions.read_text().split()
entries = [entry for path in peer.lessons(root) for entry in peer.read_book(path) if entry.symbol]
print(*sorted({entry.symbol for entry in entries if entry.symbol not in names}))
sys.exit(0 if entries else 1)
EOF
    [ -z "$(cat missing)" ] || fail "not compiled in by these names: $(cat missing)"
fi

# What stands against libraries is chosen by the lesson, and shown beside them.
peers 3 --sizes 1000 --dtype f32 || fail "peers 3: exit status $?"
! grep 'left out' stderr || fail "the peers.py of a lesson cannot be read"
grep -q 'vecadd f32 beside other libraries, on the CPU' stdout || fail "there is no table of peers"
grep -q 'over ours is to be' stdout || fail "nothing is held against a goal"
! grep -q '^ *serial' stdout || fail "serial is no contender"
expect_rows 0 'f["place"] != "peer" && f["residency"] ~ /^device/ && f["median_s"] != ""' out/*/peers3.csv \
    "a kernel on the simulator has a time"

# goals reads it again: the same rows; 1 where one falls short, 0 where none does.
sed -n '/^goals:/p' stdout >before
"$gridstride" goals out/*/peers3.json >stdout 2>stderr
status=$?
grep -q 'of [1-9][0-9]* rows met' before || fail "no row was counted"
grep -F -q "$(cat before)" stdout || fail "goals counts other rows than peers"
if grep -q SHORT stdout; then [ $status -eq 1 ]; else [ $status -eq 0 ]; fi || fail "goals: exit status $status"

# A kernel file, with what stands in NAME.peers.py beside it.
XDG_CACHE_HOME=$here/cache
export XDG_CACHE_HOME
cp "$tests/../../examples/saxpy.cu" "$tests/../../examples/saxpy.peers.py" .
peers saxpy.cu --sizes 33,1003 || fail "peers saxpy.cu: exit status $?"
csv=$(echo out/*/peers-saxpy.csv)
expect_rows 4 'f["variant"] == "numpy" && f["verdict"] == "right" && f["median_s"] > 0' "$csv" \
    "NumPy is not right in a kernel file"
expect_rows 8 'f["place"] == "device" && f["verdict"] == "right" && f["median_s"] == ""' "$csv" \
    "the file's own variants are not beside it"
peers saxpy.cu --sizes 33 --variant grid_stride,numpy --dtype f32 || fail "peers saxpy.cu --variant: exit status $?"
sed 's/numpy.add/numpy.subtract/' saxpy.peers.py >wrong.peers.py
sed 's/"saxpy"/"wrong"/' -i wrong.peers.py
cp saxpy.cu wrong.cu
expect 1 'numpy f32 n=33' peers wrong.cu --sizes 33 --dtype f32 --device sim --out out
expect_rows 0 'f["variant"] == "numpy" && f["median_s"] != ""' "$(echo out/*/peers-wrong.csv)" \
    "a library that is wrong has a time"
cp saxpy.peers.py wrong.peers.py
expect 2 "wrong.peers.py: there is no workload 'saxpy'; write 'wrong'" peers wrong.cu --sizes 33 --device sim
echo 'import no_such_module' >wrong.peers.py
expect 2 "wrong.peers.py:1: ModuleNotFoundError: No module named 'no_such_module'" peers wrong.cu --device sim
echo 'x = 1' >wrong.peers.py
expect 2 'wrong.peers.py:1: there is no BOOK; write BOOK = Book()' peers wrong.cu --device sim
rm wrong.peers.py
expect_error 'peers: cannot read wrong.peers.py: No such file or directory; it says how other libraries do what wrong.cu does' \
    peers wrong.cu --device sim

expect_error 'goals: name result files' goals
expect_error 'unknown lesson 99' peers 99 --device sim
expect_error 'unknown variant "vector5"; did you mean "vector4"?' peers 3 --variant vector5 --device sim
finish
