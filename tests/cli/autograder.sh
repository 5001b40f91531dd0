#!/bin/sh
# usage: autograder.sh GRIDSTRIDE
# The autograder for Gradescope: what is in it, and what it leaves for a student in each case. Its
# setup.sh, which installs and builds, is not run; the programs are the ones that are tested.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
project=$tests/../..
exercises=$project/lessons/03_vecadd/exercises

sh "$project/cmake/autograder/bundle.sh" out/autograder.zip 3.1 "$gridstride" >stdout 2>stderr || fail "it cannot be packed: exit status $?"
mkdir -p root/source root/submission
(cd root/source && cmake -E tar xf "$here/out/autograder.zip")
for file in setup.sh run_autograder gridstride/CMakeLists.txt gridstride/lessons/lessons.def; do
    [ -s root/source/$file ] || fail "$file is not in it"
done
[ -x root/source/run_autograder ] || fail "run_autograder cannot be started"
[ ! -e root/source/gridstride/results ] || fail "it carries results"

# Of a teacher's folder it packs sources alone, whether git knows them or not.
cp -R root/source/gridstride sources
for file in marks/class.csv submissions/anna/vecadd.cu build-mine/CMakeCache.txt lessons/__pycache__/peers.pyc \
    kernels/new.o harness/.old; do
    mkdir -p "sources/${file%/*}"
    echo not_of_the_course >"sources/$file"
done
printf '/build*/\n__pycache__/\n*.o\n.old\n' >sources/.gitignore
echo '/* of this teacher */' >sources/lessons/03_vecadd/exercises/own.cu
for known in no yes; do
    [ $known = no ] || git -C sources init -q 2>stderr || break # there may be no git
    sh sources/cmake/autograder/bundle.sh packed/out.zip 3.1 "$gridstride" >stdout 2>stderr || fail "it cannot be packed: exit status $?"
    rm -rf unpacked
    mkdir unpacked
    (cd unpacked && cmake -E tar xf ../packed/out.zip)
    ! grep -r -l not_of_the_course unpacked || fail "known to git: $known: it packs what is no source"
    [ -s unpacked/gridstride/lessons/03_vecadd/exercises/own.cu ] || fail "known to git: $known: a new exercise is not in it"
    [ -s unpacked/gridstride/harness/CMakeLists.txt ] || fail "known to git: $known: the sources are not in it"
done

bin=root/source/gridstride/build
mkdir -p $bin
ln -s "$(dirname "$gridstride")" $bin/bin

# submit FILE...: what the student reads is then in root/results/results.json
submit() {
    rm -rf root/submission root/results
    mkdir root/submission
    [ $# -eq 0 ] || cp "$@" root/submission
    AUTOGRADER_ROOT=$here/root root/source/run_autograder >stdout 2>stderr || fail "run_autograder: exit status $?"
    [ -s root/results/results.json ] || fail "there is no results.json"
    if command -v python3 >where; then
        python3 -m json.tool root/results/results.json >formatted 2>stderr || fail "results.json is no JSON"
    fi
}

expect_words() {
    grep -q -F -e "$1" root/results/results.json || fail "results.json says nothing of '$1'"
}

submit "$exercises/solutions/vecadd.cu"
expect_words '"score": 10.0'
expect_words '"status": "passed"'
submit "$exercises/mutants/vecadd/no_bounds_check.cu"
expect_words 'Your last block has more threads than data'
expect_words '"status": "failed"'
submit
expect_words '"score": 0.0'
expect_words 'Nothing was handed in'

# A course of one's own.
"$gridstride" new --exercise twice >stdout 2>stderr || fail "new --exercise: exit status $?"
mkdir labs
mv twice labs/
sh "$project/cmake/autograder/bundle.sh" out/course.zip '' "$gridstride" labs >stdout 2>stderr || fail "a course cannot be packed: exit status $?"
mkdir course
(cd course && cmake -E tar xf "$here/out/course.zip")
mv course/course course/exercises root/source/
cp course/run_autograder root/source/
cp labs/twice/solution.cu twice.cu
submit twice.cu
expect_words '"score": 10.0'
expect_words 'twice'
rm -r root/source/course course
# One exercise by itself is a course, and keeps its name.
sh "$project/cmake/autograder/bundle.sh" out/one.zip '' "$gridstride" labs/twice >stdout 2>stderr || fail "an exercise cannot be packed: exit status $?"
mkdir course
(cd course && cmake -E tar xf "$here/out/one.zip")
[ -s course/course/twice/exercise.toml ] || fail "a packed exercise has lost its name: $(ls course/course)"
sh "$project/cmake/autograder/bundle.sh" out/none.zip '' "$gridstride" no_course >stdout 2>stderr
[ $? -eq 2 ] || fail "an autograder for a course that is not there is packed"

# Without programs there is an excuse, not nothing.
rm $bin/bin
submit "$exercises/solutions/vecadd.cu"
expect_words 'no fault of yours'
expect_words '"score": 0.0'

sh "$project/cmake/autograder/bundle.sh" out/none.zip '' "$gridstride" >stdout 2>stderr
[ $? -eq 2 ] || fail "an autograder for nothing is packed"
sh "$project/cmake/autograder/bundle.sh" out/none.zip 99 "$gridstride" >stdout 2>stderr && fail "an autograder for no lesson is packed"
[ ! -e out/none.zip ] || fail "what does not grade is packed all the same"
finish
