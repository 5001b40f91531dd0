#!/bin/sh
# usage: resume.sh GRIDSTRIDE
# A run that is killed goes on with --resume: every record is there once, and none twice.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

options='run 2 --device sim --workload grid_add --dtype f32,i32 --sizes 1Ki,4Ki,16Ki --quiet'
sweep() {
    # shellcheck disable=SC2086 # words, on purpose
    "$gridstride" $options "$@" >stdout 2>stderr
}
sweep --out whole || fail "a run that nobody disturbs fails"

# The key of every record: lesson to verdict.
keys() {
    cut -d, -f1-11 "$1"/*/lesson2.csv
}

lines() {
    cat out/*/lesson2.unfinished.jsonl 2>/dev/null | wc -l
}

# Killed as soon as its journal has so many lines; begun again where it ended before it was seen.
kill_at() {
    while :; do
        # shellcheck disable=SC2086
        "$gridstride" $options --out out --resume >stdout 2>stderr &
        pid=$!
        while kill -0 $pid 2>/dev/null; do
            [ "$(lines)" -lt "$1" ] || kill -KILL $pid 2>/dev/null
        done
        wait $pid 2>/dev/null
        [ "$(lines)" -ge "$1" ] || continue
        until_free out/*/lesson2.unfinished.jsonl
        break
    done
}
for lines in 1 2 9 15 16 30 50; do
    kill_at $lines
done
sweep --out out --resume || fail "--resume fails: exit status $?"
keys whole >whole.keys
keys out >out.keys
cmp -s whole.keys out.keys || fail "resumed, the records differ: $(diff whole.keys out.keys | head -3)"
[ -z "$(find out -name '*.unfinished.*')" ] || fail "a finished run left its journal"

# Nothing to resume is no error: a job that is started again need not know.
sweep --out out --resume || fail "--resume of a finished run: exit status $?"
cmp -s whole.keys out.keys || fail "run once more, the records differ"

# Another plan does not go on with this one's journal; without --resume it keeps what is there.
kill_at 9
expect_error 'is of another run (gridstride run 2' run 2 --device sim --sizes 1Ki --out out --resume
sweep --out out || fail "a new run behind an unfinished one fails"
[ -s "$(echo out/*/lesson2.abandoned.jsonl)" ] || fail "the unfinished run was not kept"

# What is no journal is refused, and left alone.
echo 'my notes' >"$(dirname "$(echo out/*/lesson2.csv)")/lesson2.unfinished.jsonl"
for option in --quiet --resume; do
    expect_error 'lesson2.unfinished.jsonl:1: ' run 2 --device sim --sizes 1Ki --out out $option
    [ "$(cat out/*/lesson2.unfinished.jsonl)" = 'my notes' ] || fail "a foreign file was overwritten"
done
finish
