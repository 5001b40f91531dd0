#!/bin/sh
# usage: course.sh GRIDSTRIDE
# A teacher's own exercise, from the first file to what students get; and each mistake on the way.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/lib.sh"
export XDG_CACHE_HOME="$here/cache"

# ---- an exercise begins right ----
expect_error 'cannot make labs/twice' new --exercise labs/twice
[ ! -e labs ] || fail "a folder is made above the exercise"
mkdir labs
expect 0 'try it: gridstride course test labs/twice' new --exercise labs/twice
expect_error 'is there already; nothing was changed' new --exercise labs/twice
expect_error 'is no name for an exercise' new --exercise labs/Twice
expect 0 '4 files as they should be' course test labs
for line in 'stub.cu .*refused: rounded-down, line 17' 'solution.cu .*passes' 'right/grid_stride.cu .*passes' \
    'mutants/no_bounds_check.cu .*told: no-bounds-check, line 8'; do
    grep -q "$line" stdout || fail "course test says nothing of '$line'"
done

# ---- a student's side ----
expect 1 'twice does not pass yet' check labs/twice --device sim
[ -s labs/twice/twice.cu ] && [ -s labs/twice/twice.h ] || fail "check makes no working copy"
expect 0 'one more: gridstride check labs/twice --hint' check labs/twice --hint
cp labs/twice/solution.cu labs/twice/twice.cu
expect 0 'passed: 10 of 10 points' check labs/twice --device sim
expect 0 'The solution, as you would show it' check labs/twice --solution
expect 0 'the stub again' check labs/twice --reset
cmp -s labs/twice/twice.cu labs/twice/stub.cu || fail "--reset does not bring the stub back"
expect 0 'passed: 10 of 10 points' check labs/twice/right/grid_stride.cu --device sim
mkdir elsewhere
cp labs/twice/mutants/no_bounds_check.cu elsewhere/mine.cu
expect 1 'does not pass yet' check labs/twice elsewhere/mine.cu --device sim
tr -s '\n ' ' ' <stdout | grep -q 'The stub of this exercise has a guard' || fail "what the teacher says is left out"
cd labs/twice || exit 2
expect 0 'passed: 10 of 10 points' check . solution.cu --device sim
cd "$here" || exit 2

# ---- files that do not do what they should ----
cp labs/twice/solution.cu labs/twice/mutants/none.cu
expect 1 '1 of 5 files do not do what they should' course test labs/twice
grep -q 'none.cu .*WRONG: its first line is to be' stdout || fail "a mutant that is none is not told"
sed -i '1i /* says: race: x */' labs/twice/mutants/none.cu
expect 1 '1 of 5 files' course test labs/twice
grep -q 'none.cu .*WRONG: it passes' stdout || fail "a mutant that passes is not told"
rm labs/twice/mutants/none.cu
expect 0 'changes by rule: ' course test labs/twice --mutants
grep -q 'line  14, the grid is rounded down .*told: ' stdout || grep -q 'a guard is left out .*told: ' stdout ||
    fail "no change by rule is told"

# ---- a solution that cannot answer ----
cp -r labs/twice labs/broken
sed -i 's/twice/broken/' labs/broken/*.cu labs/broken/*/*.cu
echo 'nonsense' >>labs/broken/solution.cu
expect_error 'solution.cu:16: the right answers cannot be computed' check labs/broken labs/broken/stub.cu --device sim
rm -r labs/broken

# ---- a course ----
cat >labs/course.toml <<'TOML'
title = "Two labs"
[[exercise]]
use = "vecadd"
[[exercise]]
use = "twice"
points = 5
due = 2031-02-03
[[exercise]]
use = "later"
opens = 9000-01-01
TOML
expect_error 'course.toml:9: use: there is no folder later' course test labs
cp -r labs/twice labs/later
sed -i 's/twice/later/' labs/later/*.cu labs/later/*/*.cu labs/later/exercise.toml
cat >labs/twice/reference.cu <<'CU'
#include "twice.h"
void twice(float *y, const float *x, float factor, size_t n)
{
    for (size_t i = 0; i < n; i++)
        y[i] = factor * x[i];
}
CU
expect 0 'left out until 9000-01-01: later' course hand-out labs students
[ "$(cd students && find . -type f | sort | tr '\n' ' ')" = \
    './.vscode/tasks.json ./README.md ./twice/exercise.toml ./twice/reference.cu ./twice/stub.cu ./twice/twice.cu ./twice/twice.h ./vecadd/vecadd.cu ./vecadd/vecadd.h ' ] ||
    fail "hand-out writes other files: $(find students -type f)"
grep -q '`gridstride check twice` says what is still wrong' students/README.md ||
    fail "README.md does not name the command as a student types it"
# As the tasks for an editor call it, on a file that is open.
grep -q '"${workspaceFolder}"' students/.vscode/tasks.json || fail "tasks.json does not start in the students' folder"
for name in twice vecadd; do
    (cd students && "$gridstride" check --lines "$PWD/$name/$name.cu" --device sim >lines 2>../stderr)
    [ $? -eq 1 ] || fail "check --lines of the stub $name.cu: exit status"
    grep -q "^/.*/$name/$name.cu:[0-9]*:[0-9]*: error: " students/lines || fail "the stub $name.cu has no line for an editor"
    rm students/lines
done
grep -q 'It gives 5 points, and is due on 2031-02-03' students/README.md || fail "README.md does not say when it is due"
grep -q 'The points here are those of the course' students/README.md || fail "README.md does not say whose points they are"
expect_error 'is there already' course hand-out labs students
# What students get is no part of the course, whichever way its folder is named.
find labs | sort >labs_before
ln -s labs by_a_link
for to in labs/students labs/twice/students/ ./labs/../labs/students by_a_link/students; do
    expect_error 'would lie in the course itself' course hand-out labs "$to"
done
(cd labs && "$gridstride" course hand-out . students 2>../stderr)
[ $? -eq 2 ] || fail "a course hands itself out into itself: exit status"
grep -q 'would lie in the course itself' stderr || fail "a course hands itself out into itself: $(cat stderr)"
find labs | sort | cmp -s labs_before - || fail "a refused hand-out leaves something: $(find labs | sort | diff labs_before -)"

# A repository for GitHub: each step of its workflow is a command that works there.
expect 0 'class: 2 exercises, README.md, and a workflow' course hand-out labs class --repository
for file in .devcontainer/devcontainer.json .github/workflows/check.yml requirements.txt twice/twice.cu; do
    [ -s "class/$file" ] || fail "the repository has no $file"
done
grep '^ *run: gridstride' class/.github/workflows/check.yml | sed "s|.*run: gridstride|'$gridstride'|" >steps
[ "$(sed 's/.* check //' steps | tr '\n' ' ')" = 'vecadd vecadd/vecadd.cu --github twice --github ' ] ||
    fail "the workflow runs other commands: $(cat steps)"
tail -n 1 steps >step
(cd class && GITHUB_WORKSPACE=$PWD sh ../step >../stdout 2>../stderr)
[ $? -eq 1 ] || fail "the workflow's step for the stub: exit status"
grep -q '^::error file=twice/twice.cu,line=[0-9]*,' stdout || fail "the workflow's step names no line"
cp labs/twice/solution.cu class/twice/twice.cu
(cd class && GITHUB_WORKSPACE=$PWD sh ../step >../stdout 2>../stderr) || fail "the workflow's step for the solution: exit status"
expect_error 'is for hand-out' course test labs --repository
mkdir given
cp -r labs/twice given/twice
cp given/twice/solution.cu given/twice/stub.cu
expect_error 'stub.cu is the same as solution.cu, and students would get it' course hand-out given given_out
cp labs/twice/stub.cu given/twice/stub.cu
ln -sf solution.cu given/twice/reference.cu
expect_error 'reference.cu is the same as solution.cu, and students would get it' course hand-out given given_out
rm given/twice/reference.cu
cp labs/twice/reference.cu given/twice/reference.cu
mkdir given/twice/wrong
ln -s ../solution.cu given/twice/wrong/known.cu
expect_error 'wrong/known.cu is the same as solution.cu, and students would get it' course hand-out given given_out
rm -r given/twice/wrong
{ echo '// Nobody would know this one.'; sed 's|/\*.*\*/||' labs/twice/right/grid_stride.cu; } >given/twice/stub.cu
expect_error 'stub.cu is the same as right/grid_stride.cu, and students would get it' course hand-out given given_out
[ ! -e given_out ] || fail "a solution is handed out"
for name in class main; do
    mv given/twice given/$name
    expect_error "\"$name\" is no name for a function" course hand-out given given_out
    mv given/$name given/twice
done
rm -r given
expect_error 'cannot make' course hand-out labs no/folder/students
[ ! -e no ] || fail "a failed hand-out leaves something"
# By the reference students check at home what the teacher checks.
expect 1 'does not pass yet' check students/twice --device sim
expect 0 'passed: 10 of 10 points' check students/twice labs/twice/right/grid_stride.cu --device sim

# ---- answers that are formulas: nothing else computes them, and students can check at home ----
mkdir formulas
cp -r labs/twice formulas/twice
rm -f formulas/twice/reference.cu formulas/twice/wrong
cat >>formulas/twice/exercise.toml <<'TOML'
[right]
y = "factor * x"
[[mistake]]
value = "factor + x"
kind = "added"
says = "y[{i}] is {got}: the factor was added."
TOML
sed 's/factor \* x\[i\]/factor + x[i]/' labs/twice/solution.cu >added.cu
cmp -s added.cu labs/twice/solution.cu && fail "the solution of twice has other words"
expect 0 'passed: 10 of 10 points' check formulas/twice labs/twice/solution.cu --device sim
expect 1 'does not pass yet' check formulas/twice added.cu --device sim
grep -q 'y\[0\] is .*: the factor was added' stdout || fail "a mistake is not known by its formula"
expect_error 'has nothing to draw; its exercise.toml says' check formulas/twice labs/twice/solution.cu --plot
sed -i '1i plot = [{ array = "y", title = "twice as much" }]' formulas/twice/exercise.toml
expect 0 'twice as much' check formulas/twice labs/twice/solution.cu --plot --device sim
# ---- lanes without work are looked at where the file says so
cat >lane.cu <<'CU'
#include "twice.h"
__global__ void scale(float *y, const float *x, float factor, size_t n)
{
    size_t begin = (size_t)blockIdx.x * blockDim.x;
    if (threadIdx.x == 0)
        for (size_t i = begin; i < begin + blockDim.x && i < n; i++)
            y[i] = factor * x[i];
}
void twice(float *y, const float *x, float factor, size_t n)
{
    if (n > 0)
        scale<<<(unsigned)((n + 255) / 256), 256>>>(y, x, factor, n);
}
CU
expect 0 'passed: 10 of 10 points' check formulas/twice lane.cu --device sim
sed -i 's/^launches = 1/launches = 1\nidle_lanes = 0.45/' formulas/twice/exercise.toml
expect 1 'does not pass yet' check formulas/twice lane.cu --device sim
grep -q 'Of the 32 threads of a warp 1 comes to line 7' stdout || fail "idle lanes are not told where the budget says so"
expect 0 'passed: 10 of 10 points' check formulas/twice labs/twice/solution.cu --device sim
expect 0 '1 exercise, README.md' course hand-out formulas formulas_out
[ "$(cd formulas_out && find . -type f | sort | tr '\n' ' ')" = \
    './.vscode/tasks.json ./README.md ./twice/exercise.toml ./twice/stub.cu ./twice/twice.cu ./twice/twice.h ' ] ||
    fail "hand-out writes other files: $(find formulas_out -type f)"
expect 0 'passed: 10 of 10 points' check formulas_out/twice labs/twice/solution.cu --device sim
expect_error 'is no assessment; exercises in folders have none' assess formulas/twice
rm -r formulas formulas_out

# ---- a class ----
mkdir -p all/anna/labs all/ben
cp labs/twice/solution.cu all/anna/labs/twice.cu
cp labs/twice/mutants/no_bounds_check.cu all/ben/mine.cu # known by its header
grade() {
    "$gridstride" grade all --out marks --course labs --seed 3 --unsafe
}
grade >stdout 2>stderr || fail "a course cannot be graded: exit status $?"
expect_rows 1 'f["student"] == "anna" && f["score"] == 5 && f["max_score"] == 25 && f["twice_score"] == 5' \
    marks/class.csv "anna has not her points"
expect_rows 1 'f["student"] == "ben" && f["twice_mistake"] == "no-bounds-check" && f["later_mistake"] == "missing"' \
    marks/class.csv "ben's mistake is not told"
grade >stdout 2>stderr
grep -q '^2 of 2 were graded before and are kept$' stdout || fail "what was graded is graded again"
sed -i 's/^sizes = .*/sizes = [0, 1, 33]/' labs/twice/exercise.toml
grade >stdout 2>stderr
! grep -q 'are kept' stdout || fail "marks are kept though the exercise is another one"
expect_error 'histogram is not in this course' grade all --out marks --course labs --unsafe --exercises histogram
expect_error 'is no course' grade all --out others --course all --unsafe

# ---- what is wrong is said ----
expect_error 'is no course' course test students/vecadd
expect_error 'say test or hand-out' course try labs
expect_error 'name the folder to write' course hand-out labs
expect_error 'is the folder of no exercise' check labs/none/
expect_error 'is a course, and one exercise is checked at a time' check labs
sed -i 's/^hints/hint/' labs/twice/exercise.toml
expect_error 'labs/twice/exercise.toml:27: hint: an exercise has no such key; did you mean "hints"?' check labs/twice
head -c 70000 /dev/zero | tr '\0' '#' >labs/twice/exercise.toml
expect_error 'has more than 64 KiB' check labs/twice
rm labs/twice/exercise.toml
mkfifo labs/twice/exercise.toml
expect_error 'cannot read labs/twice/exercise.toml' check labs/twice
finish
