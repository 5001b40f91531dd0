#!/bin/sh
# usage: bundle.sh OUT.zip EXERCISES GRIDSTRIDE
# An autograder for Gradescope that grades these exercises ("3" or "3.1,vecadd"): this project's
# sources, and the two scripts that Gradescope starts. To be uploaded as it is. GRIDSTRIDE, as it is
# built here, must give the reference solutions all points first.
set -eu

if [ -z "${2-}" ]; then
    echo "make autograder: say what is to be graded, as in: make autograder EXERCISES=3" >&2
    exit 2
fi
out=$1
here=$(cd "$(dirname "$0")" && pwd)
sources=$(cd "$here/../.." && pwd)
sh "$here/try.sh" "$3" "$sources/lessons" "$2"
mkdir -p "$(dirname "$out")"
out=$(cd "$(dirname "$out")" && pwd)/$(basename "$out")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# What git knows or would add; without git, all that is neither built nor a result.
list_sources() {
    git -C "$sources" rev-parse --is-inside-work-tree >/dev/null 2>&1 &&
        git -C "$sources" ls-files --cached --others --exclude-standard -- . &&
        return
    (cd "$sources" && find . -path './build*' -prune -o -path ./exercises -prune -o -type f -print |
        sed 's,^\./,,')
}

cp "$here/setup.sh" "$here/run_autograder" "$here/try.sh" "$stage"
chmod 755 "$stage/setup.sh" "$stage/run_autograder" "$stage/try.sh"
printf '%s\n' "$2" >"$stage/exercises"
mkdir "$stage/gridstride"
# Results and tests are for those who work on the project.
list_sources | grep -v -e '^results/' -e '^tests/' -e '^\.' >"$stage/list"
(cd "$sources" && while IFS= read -r file; do
    [ ! -f "$file" ] || printf '%s\n' "$file" # one that was removed and not yet forgotten
done) <"$stage/list" >"$stage/files"
(cd "$sources" && tar -cf - -T "$stage/files") | tar -xf - -C "$stage/gridstride"

rm -f "$out"
(cd "$stage" && cmake -E tar cf "$out" --format=zip setup.sh run_autograder try.sh exercises gridstride)
echo "$out: upload it as the autograder of a programming assignment on Gradescope"
