#!/bin/sh
# usage: new_lesson.sh CMAKE SOURCE GRIDSTRIDE [CMAKE OPTION...]
# A lesson is added as CONTRIBUTING.md says: its blocks of code go where their first lines say, into a
# copy of the sources, and nothing else is changed there. The other lessons are left out, to save time and
# to load one of them as a folder: its records are those of GRIDSTRIDE, into which it was compiled.
cmake=$1 source=$2 built=$3
shift 3
here=$(mktemp -d) || exit 2
trap 'rm -rf "$here"' EXIT
copy=$here/copy
mkdir "$copy" && cd "$copy" || exit 2
failures=0

fail() {
    echo "FAILED: $1"
    [ -s said ] && sed 's/^/    /' said
    failures=$((failures + 1))
}

(cd "$source" && tar -cf - CMakeLists.txt README.md LICENSE CHANGELOG.md cmake harness lessons kernels plots) |
    tar -xf - || exit 2

# Blocks of C and CUDA, up to the next heading.
mkdir lessons/20_triple
sed -i '/^GS_LESSON/d' lessons/lessons.def
awk '
    /^## / { inside = $0 == "## Adding a lesson" }
    !inside { next }
    /^```c(uda)?$/ { first = 1; next }
    /^```$/ { file = ""; next }
    first && /^GS_LESSON/ { file = "lessons/lessons.def" }
    first && /^\/\* [^ ]*: / { file = substr($2, 1, length($2) - 1) }
    first && file == "" { print "a block begins with: " $0; exit 1 }
    { first = 0 }
    file != "" { print >>file }' "$source/CONTRIBUTING.md" || exit 1
grep -q '^GS_LESSON(20, triple, FAST)$' lessons/lessons.def || fail "CONTRIBUTING.md has no line for lessons.def"

"$cmake" -S . -B build -DCMAKE_BUILD_TYPE=None -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DGRIDSTRIDE_CUDA=OFF \
    -DBUILD_TESTING=OFF "$@" >said 2>&1 || { fail "CMake" && exit 1; }
"$cmake" --build build --parallel 2 --target programs >said 2>&1 || { fail "the build" && exit 1; }

# expect STATUS WORDS ARGUMENTS...: gridstride ends with this status, and says these words.
expect() {
    wanted=$1 words=$2
    shift 2
    build/bin/gridstride "$@" >said 2>&1
    status=$?
    [ $status -eq "$wanted" ] || fail "gridstride $*: exit status $status, not $wanted"
    grep -q -F -e "$words" said || fail "gridstride $*: says nothing of '$words'"
}
expect 0 'b[i] = 3 a[i]' list
expect 0 ' right' verify 20 --device sim
expect 0 ' right' run 20 --device sim --sizes 1000,1003
expect 0 'triple/one_per_thread/f32' inspect 20
# It has no exercises, and says so.
expect 2 'lesson 20 has no exercises' check 20
expect 2 'lesson 20 has no exercises' check 20 --hint
expect 2 'lesson 20 has no exercises' check 20 --reset
expect 0 '0/0' check
[ ! -e exercises ] || fail "a lesson without exercises makes a folder for them"
XDG_CACHE_HOME=$here/cache # not before, for it is the compiler cache's too
export XDG_CACHE_HOME
expect 2 'unknown lesson' verify 3 --device sim
expect 0 ' right' verify lessons/03_vecadd --device sim --sizes 33 --blocks 32
sh "$source/tests/cli/loaded.sh" "$built" "$copy/lessons/03_vecadd" "$copy/build/bin/gridstride" >said 2>&1 ||
    fail "a lesson that is left out of the build and loaded as a folder has other records"
[ "$failures" -eq 0 ]
