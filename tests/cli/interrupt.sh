#!/bin/sh
# usage: interrupt.sh GRIDSTRIDE
# Ctrl-C in the middle of a run: what is finished is kept, and the exit status says so.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
mkfifo progress

# Starts a run that would take long; interrupts it when the line of its second size appears.
interrupt() {
    "$gridstride" run 3 --device sim --sizes '33:4000:+1' --dtype f32 --out out "$@" \
        >stdout 2>progress &
    pid=$!
    exec 3<progress
    read -r first <&3
    read -r second <&3
    kill -INT $pid
    cat <&3 >stderr # until the run ends, or its writing would end it
    exec 3<&-
    wait $pid
    status=$?
}

interrupt
case $first in
"[1/"*"] vecadd f32 n=33") ;;
*) fail "the first line of progress is: $first" ;;
esac
case $second in
"[6/"*"] vecadd f32 n=34") ;;
*) fail "the second line of progress is: $second" ;;
esac
[ $status -eq 130 ] || fail "exit status $status, not 130"
grep -qE '^gridstride: interrupted; [0-9]+ finished records are in out/.*/lesson3.unfinished.jsonl; .*--resume' stderr ||
    fail "the last line says nothing of what is kept"
kept=$(sed -nE 's/.*interrupted; ([0-9]+) finished.*/\1/p' stderr)
journal=$(echo out/*/lesson3.unfinished.jsonl)
[ "${kept:-0}" -ge 5 ] || fail "only ${kept:-no} records were kept, of at least 5"
[ "$(($(wc -l <"$journal") - 1))" -eq "$kept" ] || fail "the journal does not have $kept points"
[ -z "$(find out -name '*.json' -o -name '*.csv')" ] || fail "half a run looks like a result"
"$gridstride" table "$journal" >table.txt 2>&1 || fail "the journal cannot be read: $(cat table.txt)"
grep -q "verdicts: $kept of $kept right" table.txt || fail "the journal does not have $kept records"
[ -z "$(find out -name '*.new')" ] || fail "a temporary file was left"

# The same when nothing is printed about it.
interrupt --json
[ $status -eq 130 ] || fail "--json: exit status $status, not 130"
[ ! -s stdout ] || fail "--json printed half a result"
finish
