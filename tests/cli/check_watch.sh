#!/bin/sh
# usage: check_watch.sh GRIDSTRIDE
# The watch as a student uses it, on a terminal of the test's own: a save is checked, keys need no
# Enter, what passed is kept. Its parts are tested by unit.watch.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
solution=$tests/../../lessons/03_vecadd/exercises/solutions/vecadd.cu

export TERM=dumb XDG_CACHE_HOME="$here/cache"

expect 2 "--watch needs a terminal" check vecadd --watch </dev/null
[ "$(wc -l <stderr)" -eq 1 ] || fail "check --watch without a terminal: not one line"

script -qec true /dev/null >/dev/null 2>&1 </dev/null || {
    echo "skipped: no script(1) (util-linux), or no pseudo-terminals here (/dev/pts)"
    [ "$failures" -eq 0 ] || exit 1
    exit 77
}

# see WORDS: reads the screen's lines up to one with these words.
see() {
    while IFS= read -r line <&4; do
        case $line in
        *"$1"*) return ;;
        esac
    done
    fail "the screen ended without '$1'"
}

mkfifo keys screen
script -q -e -f -c "'$gridstride' check vecadd --watch" /dev/null <keys >screen 2>stderr &
exec 3>keys 4<screen
see "not yet: "
see "h: hint"
printf h >&3
see "hint 1 of 3:"
see "h: hint"
cp "$solution" exercises/03_vecadd/vecadd.cu
see "passed: 10 of 10 points"
see "passed; n: next exercise"
printf q >&3
cat <&4 >/dev/null
exec 3>&-
wait $!
status=$?
[ $status -eq 0 ] || fail "exit status $status behind q, not 0"
grep -q '"vecadd"' exercises/progress.json || fail "what passed is not kept"
expect 0 "void vecadd" check vecadd --solution
finish
