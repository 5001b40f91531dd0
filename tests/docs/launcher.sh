#!/bin/sh
# usage: launcher.sh BINARIES SOURCE
# The launcher in the root of the tree, and what it makes the program print to be typed: from each
# place that a user may stand in, each command that is printed works there as it is.
binaries=$1 source=$2
here=$(mktemp -d) || exit 2
trap 'rm -rf "$here"' EXIT
unset GRIDSTRIDE_CALLED
failures=0

fail() {
    echo "FAILED: $1"
    [ -s "$here/said" ] && sed 's/^/    /' "$here/said"
    failures=$((failures + 1))
}

# says STATUS WORDS COMMAND...: the command ends with this status, and says these words.
says() {
    wanted=$1 words=$2
    shift 2
    "$@" >"$here/said" 2>&1
    status=$?
    [ $status -eq "$wanted" ] || fail "$*: exit status $status, not $wanted"
    grep -q -F -e "$words" "$here/said" || fail "$*: says nothing of '$words'"
}

# A copy of the tree, in a folder with a blank in its name, that is not built.
mkdir -p "$here/my tree/exercises" && cd "$here/my tree" || exit 2
cp -P "$source/gridstride" "$source/simt-cc" .
for name in gridstride simt-cc; do
    says 2 "$name: it is not built yet; build it: make -C \"$here/my tree\" " ./$name --help
    [ "$(wc -l <"$here/said")" -eq 1 ] || fail "$name says more than a line where nothing is built"
done

mkdir build && ln -s "$binaries" build/bin
says 0 "usage: simt-cc" ./simt-cc --help
says 2 "unknown option '--two words'" ./simt-cc "--two words"
says 2 'two words: No such file' ./gridstride table "two words"
says 0 "usage: ./gridstride COMMAND" ./gridstride --help
says 2 "see ./gridstride --help" ./gridstride
says 2 "as in: ./gridstride run 3" ./gridstride run

# copied CALLED: what a check prints to be typed is the command that gives a hint, and it works here.
copied() {
    "$1" check 3.1 --device sim >"$here/said" 2>&1
    status=$?
    [ $status -eq 1 ] || fail "$1 check 3.1: exit status $status of a stub, not 1"
    printed=$(sed -n 's/.*; a hint: //p' "$here/said")
    [ "$printed" = "$1 check 3.1 --hint" ] || fail "$1 check prints: $printed"
    says 0 "hint 1 of 3" sh -c "$printed"
    printed=$(sed -n 's/.*one more: //p' "$here/said")
    says 0 "hint 2 of 3" sh -c "$printed"
    rm -r exercises
}
copied ./gridstride
copied build/bin/gridstride
(PATH=$binaries:$PATH && copied gridstride && exit "$failures") || failures=$((failures + 1))
mkdir below && cd below || exit 2
copied ../gridstride

# What is built for the inspector is built by the simt-cc that lies beside.
cp /bin/true plain
says 2 "build it with ../simt-cc --inspect" ../gridstride inspect plain
# Through a link, as from a folder of one's own programs.
ln -s "$here/my tree/gridstride" "$here/gridstride"
says 0 "usage: ../../gridstride COMMAND" ../../gridstride --help
[ "$failures" -eq 0 ]
