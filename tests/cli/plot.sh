#!/bin/sh
# usage: plot.sh GRIDSTRIDE
# Plots, and the one line that stands in their place where gnuplot is missing.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
mkdir empty

# without_gnuplot ARGUMENTS...: gridstride with a PATH that has nothing.
without_gnuplot() {
    env PATH="$here/empty" "$gridstride" "$@" >stdout 2>stderr
    status=$?
}

without_gnuplot run 3 --device sim --sizes 33,70 --dtype f32 --blocks 32 --variant one_per_thread \
    --out out
[ $status -eq 0 ] || fail "run without gnuplot: exit status $status"
[ "$(grep -c gnuplot stdout)" -eq 1 ] || fail "run without gnuplot does not say so in one line"
grep -q '^plot:    none, gnuplot is not installed (apt install gnuplot-nox)$' stdout ||
    fail "run without gnuplot does not say what to do"
without_gnuplot plot out/*/lesson3.json
[ $status -eq 2 ] || fail "plot without gnuplot: exit status $status, not 2"
grep -q '^gridstride: cannot plot: gnuplot is not installed (apt install' stderr ||
    fail "plot without gnuplot does not say what to do"
[ "$(wc -l <stderr)" -eq 1 ] || fail "plot without gnuplot says more than one line"

# One size makes no curve, and that is said.
small_run --out single >stdout 2>stderr || fail "run fails"
grep -q '^plot:    none, a curve takes two sizes' stdout || fail "nothing is said of one size"

if ! command -v gnuplot >/dev/null; then
    echo "not tested: drawing (there is no gnuplot)"
    finish
fi
"$gridstride" plot --out out >stdout 2>stderr || fail "plot fails"
for kind in time bandwidth block; do
    file=$(echo out/*)/lesson3_vecadd_${kind}_f32
    grep -q "^plot:    $file.svg and .png$" stdout || fail "plot does not name $file"
    head -c 600 "$file.svg" | grep -q '<svg' || fail "$file.svg is no SVG"
    [ "$(head -c 4 "$file.png" | tail -c 3)" = PNG ] || fail "$file.png is no PNG"
done
rm -f out/*/*.svg
"$gridstride" plot out/*/lesson3.json --lesson vecadd >stdout 2>stderr || fail "plot FILE fails"
[ -s "$(echo out/*/lesson3_vecadd_time_f32.svg)" ] || fail "plot FILE draws nothing"

# The CSV alone is what is drawn; without it, gnuplot's failure is passed on.
rm out/*/lesson3.csv
expect 2 'gnuplot could not draw' plot out/*/lesson3.json
finish
