#!/bin/sh
# usage: streams.sh GRIDSTRIDE
# Standard output that is full or closed, and what depends on a terminal.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"

# full ARGUMENTS...: with standard output full or closed, one line and exit status 2.
full() {
    "$gridstride" "$@" >/dev/full 2>stderr
    status=$?
    [ $status -eq 2 ] || fail "gridstride $* >/dev/full: exit status $status, not 2"
    grep -q '^gridstride: cannot write to standard output' stderr ||
        fail "gridstride $* >/dev/full: $(cat stderr)"
    "$gridstride" "$@" >&- 2>stderr
    status=$?
    [ $status -eq 2 ] || fail "gridstride $* >&-: exit status $status, not 2"
}

small_run --out out --quiet >stdout 2>stderr || fail "run fails"
if [ -e /dev/full ]; then
    full list
    full --help
    full --version
    full info
    full table out/*/lesson3.json
    for option in --quiet --json ''; do
        rm -rf out
        # shellcheck disable=SC2086 # no word where there is no option
        full run 3 --device sim --sizes 33 --dtype f32 --variant one_per_thread --blocks 32 \
            --out out $option
        "$gridstride" table out/*/lesson3.json >stdout 2>stderr || fail "the results were lost"
    done
fi

# No terminal: whole lines, no escapes, and a line a size rather than a line a point.
"$gridstride" run 3 --device sim --sizes 33,70 --dtype f32 --blocks 32,64 --out out >stdout 2>stderr ||
    fail "run fails"
tr -d '\n\040-\176' <stderr | grep -q . && fail "progress has control characters"
tr -d '\n\040-\176' <stdout | grep -q . && fail "the output has control characters"
printf '[1/16] vecadd f32 n=33\n[9/16] vecadd f32 n=70\n' | cmp -s - stderr || fail "progress differs"

# Standard output is for results: JSON and nothing else, whatever standard error says.
small_run --json --out out >json 2>stderr || fail "--json fails"
cmp -s json out/*/lesson3.json || fail "--json is not what lesson3.json holds"

# A terminal: one line that rewrites itself, and is gone at the end.
if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
    TERM=xterm script -qec "'$gridstride' run 3 --device sim --sizes 33,70 --dtype f32 --variant serial \
        --out out >/dev/null" /dev/null </dev/null >tty.txt
    grep -q "$(printf '\r\033\\[K')\\[2/2\\] vecadd f32 n=70 serial" tty.txt ||
        fail "no progress on a terminal"
    [ "$(tail -c 4 tty.txt)" = "$(printf '\r\033[K')" ] || fail "progress stays on the terminal"
else
    echo "not tested: progress on a terminal (no script(1), or no pseudo-terminals here)"
fi
finish
