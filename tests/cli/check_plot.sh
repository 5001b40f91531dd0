#!/bin/sh
# usage: check_plot.sh GRIDSTRIDE LESSONS
# check --plot draws the waveform before and after, in the terminal and as a picture; where gnuplot is
# missing it says so in one line, and the check goes on.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
export XDG_CACHE_HOME="$here/cache"
lessons=$2
solution=$lessons/04_gaussian_pdf/exercises/solutions/zero_suppress.cu

# draw STATUS FILE: check 4.3 of it, drawn; what is said is in `said`.
draw() {
    "$gridstride" check 4.3 "$2" --device sim --seed 1 --plot >said 2>stderr
    status=$?
    [ $status -eq "$1" ] || fail "check --plot of $2: exit status $status, not $1"
}

# below FILE TITLE: the last row of that drawing, which is below 0.
below() {
    sed -n "/^$2\$/,/ 0  *100000\$/p" "$1" | grep '|' | tail -n 1 | sed 's/.*|//'
}

draw 0 "$solution"
case $(below said 'before: in') in
*[.:]*) ;;
*) fail "no noise below 0 before: $(cat said)" ;;
esac
case $(below said 'after: out') in
*[.:]*) fail "noise below 0 after: $(cat said)" ;;
*"'"*) ;;
*) fail "nothing is drawn after: $(cat said)" ;;
esac
[ "$(grep -c ' 0  *100000$' said)" -eq 2 ] || fail "not two drawings: $(cat said)"
LC_ALL=C.UTF-8 "$gridstride" check 4.3 "$solution" --device sim --seed 1 --plot >said 2>stderr
grep -q '|.*⣿' said || fail "no dots of braille where the locale has them"

# What was never written is not drawn, and a program that did not run has no curves.
cat >zero_suppress.cu <<'END'
#include "zero_suppress.h"
__global__ void nothing(int16_t *out) {}
void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n) { nothing<<<1, 1>>>(out); }
END
draw 1 zero_suppress.cu
[ "$(below said 'after: out')" = '' ] || fail "junk is drawn: $(cat said)"
echo 'void' >zero_suppress.cu
draw 1 zero_suppress.cu
grep -q '^plot:    none, the program did not run' said || fail "nothing is said of no curves: $(cat said)"

# The working copy's picture lies beside it.
if command -v gnuplot >/dev/null; then
    rm -f zero_suppress.svg
    draw 0 "$solution"
    head -c 600 zero_suppress.svg | grep -q '<svg' || fail "zero_suppress.svg is no SVG"
    "$gridstride" check 5.1 --device sim --plot >said 2>stderr
    [ -f exercises/05_pipelines/make_waveform.svg ] || fail "no picture beside the working copy: $(cat said)"
fi

# All that a compiler needs, and no gnuplot.
mkdir bin
ln -s /usr/bin/* bin
rm -f bin/gnuplot*
rm -f zero_suppress.svg
PATH=$here/bin draw 0 "$solution"
grep -q '^plot:    no PNG, gnuplot is not installed (apt install gnuplot-nox)$' said ||
    fail "a check without gnuplot does not say what to do: $(cat said)"
grep -q '<svg' zero_suppress.svg || fail "a check without gnuplot draws no SVG"
grep -q '^after: out$' said || fail "nothing is drawn in the terminal without gnuplot"
[ "$(grep -c gnuplot said)" -eq 1 ] || fail "a check without gnuplot says so more than once"

expect_error 'check: vecadd has nothing to draw; --plot is for 4.3, 5.1' check 3.1 --plot
expect_error '--plot does not go with --json' check 4.3 --plot --json
expect_error '--plot is for an exercise; name it' check --plot
finish
