#!/bin/sh
# usage: peers_broken.sh GRIDSTRIDE
# Other libraries that are not there, or do not work: each is named with its reason, and the rest of the run goes on.
# Needs python3 and none of the libraries.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
programs=$(dirname "$gridstride")

# ---- without python3 ------------------------------------------------------------------------------
mkdir nothing
without_python() {
    env PATH="$here/nothing" "$gridstride" "$@" >stdout 2>stderr
    status=$?
    [ $status -eq 2 ] || fail "gridstride $*: exit status $status"
    [ "$(wc -l <stderr)" -eq 1 ] || fail "gridstride $*: says more or less than one line"
    grep -q "$words" stderr || fail "gridstride $*: says nothing of '$words'"
}

# The words of the command line are looked at first.
words='unknown lesson 99' && without_python peers 99
words='unknown option "--variants"' && without_python peers 3 --variants serial
words='no part of a whole' && without_python peers 3 --shard 9/2
words='cannot read "banana"' && without_python peers 3 --sizes banana
words='did you mean "vecadd"' && without_python peers 3 --workload vecad
words='unknown dtype "f31"' && without_python peers 3 --dtype f31 --device sim

# A sanitizer cannot be loaded into python3, so there is no library in such a build.
[ -e "$programs/../lib/gridstride/libgridstride-sim.so" ] || finish
words='python3: it is not installed; on Debian and Ubuntu: .*apt-get install python3-numpy$' && without_python peers 3 --device sim

# ---- a library that does not work -----------------------------------------------------------------
command -v python3 >/dev/null || finish

# The programs once more, with a peers.py of this test's; it calls its library numba.
mkdir -p tree/bin tree/lib/gridstride tree/share/gridstride/lessons/03_vecadd modules/numba
cp "$gridstride" "$programs/gridstride-sim" tree/bin
cp "$programs/../lib/gridstride/libgridstride-sim.so" tree/lib/gridstride
cp -R "$tests/../../harness/run/peers" tree/share/gridstride/peers
printf '%s\n' 'raise ImportError("needs NumPy 1.x\nand says why at length")' >modules/numba/__init__.py
gridstride=$here/tree/bin/gridstride
PYTHONPATH=$here/modules
export PYTHONPATH

# peer LINES: what stands in the function of peers.py that prepares the action.
peer() {
    cat >tree/share/gridstride/lessons/03_vecadd/peers.py <<END
import ctypes
import os

from peer import Book

BOOK = Book()


def fail(words):
    raise AttributeError(words)


@BOOK.peer("vecadd", "numba")
def add(run):
    """a library of this test's"""
$1
END
}

# peers: runs it beside a variant of ours, which is right whatever becomes of the library.
peers() {
    "$gridstride" peers 3 --device sim --sizes 1000 --dtype i32 --variant serial,numba --out out >stdout 2>stderr
    status=$?
    csv=$(echo out/*/peers3.csv)
    expect_rows 1 'f["variant"] == "serial" && f["verdict"] == "right" && f["median_s"] > 0' "$csv" "our variant is not timed"
}

# expect_peer STATUS VERDICT WORDS: exit status, and the row of the library.
expect_peer() {
    peers
    [ $status -eq "$1" ] || fail "$3: exit status $status, not $1"
    expect_rows 1 'f["variant"] == "numba" && f["verdict"] == "'"$2"'"' "$csv" "$3: the row is not $2"
    grep -q -F -e "$3" "$csv" || fail "the row does not say: $3"
    tr -s '\n ' ' ' <stdout | grep -q -F -e "$3" || fail "the table does not say: $3" # in lines that end anywhere
}

right='    size, c = 4 * run.n, run.pointer(2)
    a, b = ((ctypes.c_int32 * run.n).from_address(run.pointer(i)) for i in range(2))
    sums = (ctypes.c_int32 * run.n)(*(x + y for x, y in zip(a, b)))'
peer "$right
    return lambda: ctypes.memmove(c, sums, size)"
expect_peer 0 right ''

peer '    import numba
    return numba.add'
expect_peer 0 skipped 'cannot be imported: ImportError: needs NumPy 1.x'
grep -q 'peers.py:16)$' stderr || fail "the line of peers.py is not named"
! grep -q 'at length' out/*/peers3.json stdout || fail "more than the first line of a library's words is told"

peer '    fail("no such device")'
expect_peer 0 skipped 'cannot start: AttributeError: no such device'

peer '    return lambda: fail("NumPy has no bool8")'
expect_peer 0 skipped 'fails in its first call: AttributeError: NumPy has no bool8'

peer '    return lambda: exit(3)'
expect_peer 0 skipped 'fails in its first call: SystemExit: 3'

# Words of any length, in any letters.
peer '    return lambda: fail("n\udcffch \u00fc\x00\x1b" * 60)'
peers
expect_rows 1 'f["variant"] == "numba" && f["verdict"] == "skipped"' "$csv" "a library with strange words is not skipped"
"$gridstride" table out/*/peers3.json >stdout 2>stderr || fail "a record with strange words is not read"
grep -q 'AttributeError: n.ch ü  n.ch ü' stdout || fail "strange words are not told"

# What is no excuse.
peer "$right
    calls = []
    return lambda: ctypes.memmove(c, sums, size) if not calls.append(1) and len(calls) == 1 else fail('no room')"
expect_peer 1 wrong 'failed while it was timed: AttributeError: no room'

peer '    return lambda: None'
expect_peer 1 wrong 'never written, or made of junk?'

peer '    return lambda: os.kill(os.getpid(), 9)'
expect_peer 1 crashed 'its process was killed by signal 9'

# Of a lesson whose peers.py cannot be read its file and line are told; other lessons do not need it.
mkdir tree/share/gridstride/lessons/06_tree_reduction
echo 'import no_such_module' >tree/share/gridstride/lessons/06_tree_reduction/peers.py
peer "$right
    return lambda: ctypes.memmove(c, sums, size)"
expect_peer 0 right ''
grep -q '06_tree_reduction/peers.py:1: ModuleNotFoundError: No module named' stderr || fail "the damaged file is not named"
expect 2 'the peers.py of lesson 6 cannot be read' peers 6 --device sim

# A lesson that no library does is skipped, which is no failure. One line says so.
rm -r tree/share/gridstride/lessons/06_tree_reduction
for lesson in 0 6 14; do
    expect 77 "none of the libraries here (" peers $lesson --device sim
    grep -q "does lesson $lesson on this device; gridstride run $lesson has" stderr || fail "lesson $lesson is not named"
    [ "$(wc -l <stderr)" -eq 1 ] && [ ! -s stdout ] || fail "peers $lesson: says more than one line"
done

# Without any library: what to install.
rm -r modules/numba
python3 -c 'import numpy' 2>/dev/null ||
    expect 2 'python3 has no library to run beside ours; ' peers 3 --device sim
finish
