#!/bin/sh
# usage: golden.sh GRIDSTRIDE
# Whole outputs, compared with golden/. After a change that is meant, write them again with
# UPDATE_GOLDEN=1 and look at what git says has changed.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# golden NAME FILE: FILE is golden/NAME.txt.
golden() {
    if [ -n "${UPDATE_GOLDEN:-}" ] && [ "$failures" -eq 0 ]; then
        cp "$2" "$tests/golden/$1.txt"
    elif ! diff -u "$tests/golden/$1.txt" "$2" >difference; then
        cat difference
        fail "$1 is not golden/$1.txt"
    fi
}

# What differs from machine to machine and from run to run: so does which limit binds, and with it how
# wide the columns are.
normalise() {
    sed -E -e 's/ *[0-9.]+ (ns|us|ms|s)([~* ]|$)/ TIME/g' \
        -e 's/ +[0-9.]+ +[0-9]+%[~* ](bytes|arithmetic)/ RATE of LIMIT/g' \
        -e '/GB\/s and % of the limit/,/^$/s/ {2,}/  /g' -e '/^  (bytes|arithmetic)  /d' \
        -e 's/CPU copy [0-9.e+]+ GB/CPU copy N GB/' \
        -e 's/^(host:  ).*/\1 CPU, N threads/' -e 's/(gridstride simulator) \(.*/\1 (CPU)/' \
        -e 's#((results|plot): +out/)[^/]+/#\1machine/#' -e 's/ +$//' -e 's/[0-9.e+]+ G multiply-adds/N G multiply-adds/' \
        -e 's/^time: .*/time:    T/' -e '/^over 100%/d' -e '/^~ noisy/d' "$1"
}

"$gridstride" --help >help 2>stderr || fail "--help fails"
commands=$(sed -n 's/^  \([a-z]*\) .*/\1/p' help | grep -v '^gridstride$')
for command in $commands; do
    "$gridstride" "$command" --help >one 2>stderr || fail "$command --help fails"
    "$gridstride" --help "$command" 2>stderr | cmp -s one - || fail "--help $command is not $command --help"
    { echo "---- $command" && cat one; } >>help
done
golden help help
[ "$(awk 'length > 100' help)" = "" ] || fail "--help has lines over 100 characters"

# One lesson in full; what the others say is theirs to change.
"$gridstride" list >list.txt 2>stderr || fail "list fails"
awk '/^[0-9]/ { shown = $1 == 3 } shown' list.txt >list
golden list list

"$gridstride" --version >version 2>stderr || fail "--version fails"
grep -qE '^gridstride [0-9]+\.[0-9]+\.[0-9]+ \(.+\)$' version || fail "--version: $(cat version)"
[ "$(wc -l <version)" -eq 1 ] || fail "--version is more than a line"

# Without gnuplot, which not every machine has.
mkdir empty
env PATH="$here/empty" "$gridstride" run 3 --device sim --sizes 33,5000 --blocks 0,64,2048 --dtype f32,i64 --out out \
    >stdout 2>stderr || fail "run: exit status $?"
normalise stdout >run
golden run run
golden progress stderr

# The table of what was recorded is the table that the run printed.
"$gridstride" table out/*/lesson3.json >table.txt 2>stderr || fail "table fails"
sed '1d' table.txt | grep -v '^over' >a
sed -e '1,/^limits/d' -e '/^over/d' -e '/^time:/,$d' stdout >b
cmp -s a b || fail "table differs from what run printed"

# Every lesson is listed, with a baseline and a kernel at the least.
lessons=$(grep -c '^[0-9]' list.txt)
[ "$(grep -c '^  [a-z0-9_]*: .*(.*\(; n .*; blocks .*\|; [0-9]* launches\))$' list.txt)" -ge "$lessons" ] ||
    fail "list shows a lesson without a workload"
[ "$(grep -c '^    cpu ' list.txt)" -ge "$lessons" ] || fail "list shows a lesson without a baseline"
[ "$(grep -c '^    device ' list.txt)" -ge "$lessons" ] || fail "list shows a lesson without a kernel"
grep -n 'null' list.txt && fail "list shows what is not there"
finish
