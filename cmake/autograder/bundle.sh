#!/bin/sh
# usage: bundle.sh OUT.zip EXERCISES GRIDSTRIDE [COURSE]
# An autograder for Gradescope that grades these exercises ("3" or "3.1,vecadd"), or a course of your
# own (a folder, of which "" means all exercises): this project's sources, and the two scripts that
# Gradescope starts. To be uploaded as it is. GRIDSTRIDE, as it is built here, must give the reference solutions all points first.
set -eu

course=${4-}
if [ -z "${2-}$course" ]; then
    echo "make autograder: say what is to be graded, as in: make autograder EXERCISES=3, or COURSE=DIR" >&2
    exit 2
fi
if [ -n "$course" ] && [ ! -d "$course" ]; then
    echo "make autograder: there is no folder $course; name a course, as docs/teaching.md describes it" >&2
    exit 2
fi
out=$1
here=$(cd "$(dirname "$0")" && pwd)
sources=$(cd "$here/../.." && pwd)
sh "$here/try.sh" "$3" "$sources/lessons" "$2" "$course"
mkdir -p "$(dirname "$out")"
out=$(cd "$(dirname "$out")" && pwd)/$(basename "$out")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# What a build needs. Whatever else lies beside it stays here: marks and submissions of others, builds.
parts='CMakeLists.txt CMakePresets.json LICENSE Makefile gridstride simt-cc cmake harness kernels lessons plots'

# Of these, what git knows or would add; without git, all but what programs leave behind.
list_sources() {
    # shellcheck disable=SC2086 # words, on purpose
    git -C "$sources" ls-files --cached --others --exclude-standard -- $parts 2>/dev/null &&
        return
    # shellcheck disable=SC2086
    (cd "$sources" && find $parts \( -name '.*' -o -name __pycache__ -o -name 'build*' -type d \) -prune -o \
        \( -type f -o -type l \) ! -name '*.o' ! -name '*.a' ! -name '*.so' ! -name '*.pyc' -print)
}

cp "$here/setup.sh" "$here/run_autograder" "$here/try.sh" "$stage"
chmod 755 "$stage/setup.sh" "$stage/run_autograder" "$stage/try.sh"
printf '%s\n' "$2" >"$stage/exercises"
mkdir "$stage/gridstride"
# An exercise by itself is called after its folder.
if [ -n "$course" ] && [ -f "$course/exercise.toml" ]; then
    mkdir "$stage/course"
    cp -R "$course" "$stage/course/$(basename "$(cd "$course" && pwd -P)")"
elif [ -n "$course" ]; then
    cp -R "$course" "$stage/course"
fi
list_sources >"$stage/list"
(cd "$sources" && while IFS= read -r file; do
    [ ! -f "$file" ] || printf '%s\n' "$file" # one that was removed and not yet forgotten
done) <"$stage/list" >"$stage/files"
(cd "$sources" && tar -cf - -T "$stage/files") | tar -xf - -C "$stage/gridstride"

rm -f "$out"
(cd "$stage" && cmake -E tar cf "$out" --format=zip setup.sh run_autograder try.sh exercises ${course:+course} gridstride)
echo "$out: upload it as the autograder of a programming assignment on Gradescope"
