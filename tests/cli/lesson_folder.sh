#!/bin/sh
# usage: lesson_folder.sh GRIDSTRIDE
# A lesson in a folder of its own: what works on a lesson works on it, and what is wrong with one is said
# in one line.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
XDG_CACHE_HOME=$here/cache
export XDG_CACHE_HOME

# ---- a new one -----------------------------------------------------------------------------------
expect 0 'squares/lesson.c' new --lesson squares/
expect_error 'is there already' new --lesson squares
expect_error 'is no name for a lesson' new --lesson 3d
expect_error 'leave out one' new --lesson --exercise both
[ ! -e both ] && [ ! -e 3d ] || fail "a folder is left where there was an error"

# ---- what works on a lesson works on it ----------------------------------------------------------
expect 0 'squares: squares' list squares
expect 0 '48 of 48 right' verify squares --device sim --sizes 0,1,33,100 --blocks 1,64 --out verified
expect 0 'y[i] = x[i]^2' run squares/ --device sim --dtype f32 --sizes 33,1000 --blocks 64 --out results
result=$(echo results/*/kernel-squares.json)
[ -s "$result" ] || fail "run wrote no kernel-squares.json"
expect 0 'grid_stride' table "$result"
expect 0 '' compare "$result" "$result"
expect 0 'report.html' report "$result"
expect 0 'grid_stride, 1 launch' inspect squares --variant grid_stride
mkdir twice
cp -r squares twice/01_other
"$gridstride" compare --run squares twice/01_other --processes 2 --out compared -- --device sim --dtype f32 --sizes 33 \
    --variant serial >stdout 2>stderr # what it says is a matter of time
[ -s compared/old.json ] && [ -s compared/new.json ] || fail "compare --run does not take folders"
expect 0 'verdicts: ' verify twice/01_other --device sim --sizes 33 --out numbered
[ -s "$(echo numbered/*/verify-other.json)" ] || fail "the number of the folder is in the name of its results"

(
    cd squares && failures=0
    expect 0 'right' verify . --device sim --sizes 33 --blocks 32 --out ../inside
    exit $failures
) || fail "a lesson does not run from within its folder"
[ -s "$(echo inside/*/verify-squares.json)" ] || fail "the results of . do not bear the folder's name"

# ---- it is kept, and made again when one of its files has changed, or is new ---------------------
objects=$(find cache -name '*.so' | sort)
expect 0 'right' verify squares --device sim --sizes 33 --blocks 32
[ "$(find cache -name '*.so' | sort)" = "$objects" ] || fail "an unchanged folder was compiled again"
sed -i 's/y\[i\] = x\[i\] \* x\[i\];/y[i] = FACTOR * x[i] * x[i];/; s/^#include.*/&\n#include "factor.h"/' squares/squares.cu
echo '#define FACTOR 1' >squares/factor.h
expect 0 'right' verify squares --device sim --sizes 33 --blocks 32
echo '#define FACTOR 2' >squares/factor.h
expect 1 'records are not right' verify squares --device sim --sizes 33 --blocks 32

mkdir squares/old.cu
expect 0 'squares' list squares

# ---- what is wrong with one ----------------------------------------------------------------------
expect_error 'there is no file lesson.c in it' verify ./twice --device sim
expect_error 'cannot read ./nowhere' verify ./nowhere --device sim

# wrong FILE SCRIPT WORDS...: the new folder, of which a sed script changes one file, says these words.
wrong() {
    file=$1 script=$2
    shift 2
    rm -rf bad
    "$gridstride" new --lesson bad >/dev/null
    cp "bad/$file" before
    sed -i "$script" "bad/$file"
    cmp -s before "bad/$file" && fail "the script $script changes nothing"
    "$gridstride" verify bad --device sim --sizes 33 --blocks 32 >stdout 2>stderr
    status=$?
    [ $status -eq 2 ] || fail "$script: exit status $status, not 2"
    [ "$(grep -c '^gridstride: ' stderr)" -eq 1 ] || fail "$script: says more or less than one line"
    for words; do
        grep -q -e "$words" stderr || fail "$script: says nothing of '$words'"
    done
}
wrong lesson.c 's/gs_lesson_bad = /gs_lession = /' 'bad/lesson.c:1: it defines no lesson'
wrong lesson.c 's/^const struct gs_lesson gs_lesson_bad/static &/' 'gs_lesson_bad cannot be seen'
wrong lesson.c 's/^static const struct gs_variant/const struct gs_lesson gs_lesson_two = {.title = ""};\n&/' \
    'it defines a second lesson, gs_lesson_'
wrong lesson.c 's/compare = compare/compare = compair/' 'bad/lesson.c:[0-9]*:.*compair' 'bad/lesson.c does not compile'
wrong bad.cu 's/y\[i\] = x/y[i] = unknown/' 'bad/bad.cu:[0-9]*:.*unknown' 'bad/bad.cu does not compile'
wrong lesson.c 's/WRITTEN_FOR(1)/WRITTEN_FOR(2)/' 'bad/lesson.c:[0-9]*:.*another version of lesson.h' 'does not compile'
wrong lesson.c 's/"threads"/"serial"/' 'bad/lesson.c:[0-9]*: two variants have the name "serial"'
wrong lesson.c 's/name = "y"/name = "x"/' 'bad/lesson.c:[0-9]*: two arrays have the name "x"'
wrong lesson.c 's/{{$/{{.name = "bad", .formula = ""}, {/; s/^static const struct gs_workload/&/' 'bad/lesson.c:[0-9]*: the workload "bad" has no arrays'
wrong lesson.c 's/"threads"/"all threads"/' 'bad/lesson.c:[0-9]*: "all threads" is no name for a variant'
wrong lesson.c 's/\.run = bad_threads,/.run = 0,/' 'the variant "threads" has no .run'
wrong lesson.c '/\.compare = compare/d; s/^static void compare/void compare/' 'which say what is right'
wrong lesson.c 's/"1Ki:4Mi:\*4"/"many"/' 'bad/lesson.c:[0-9]*: the workload "bad": .sizes'
wrong lesson.c '/\.dtypes = /d' '.dtypes is to name types'
wrong lesson.c 's/role = GS_OUTPUT/role = GS_INPUT/' 'no array of the workload "bad" is written'
wrong lesson.c '/\.title = /d' 'gs_lesson_bad has no .title'
wrong lesson.c 's/\.title = "/&\\033[31m/' 'gs_lesson_bad has no .title'
wrong lesson.c 's/\.formula = "/&\\n/' 'the workload "bad" has no .formula'
wrong lesson.c 's/\.block = 256/.block = 2048/' 'the workload "bad" has no .block'
wrong bad.cu 's/^extern "C" int bad_grid_stride/int bad_grid_stride/' 'bad_grid_stride' 'in a .cu file as extern "C"'
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0"
wrong lesson.c 's/\.traffic = traffic,/&\n    .fill = fill,/; s/^static const struct gs_variant/static void fill(const struct gs_data *d, size_t a, size_t b, size_t e) { (void)d, (void)a, (void)b, (void)e; *(volatile int *)8 = 0; }\n&/' \
    'bad/lesson.c:[0-9]*: a function for the first values of "x" crashed'
finish
