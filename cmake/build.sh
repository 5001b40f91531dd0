#!/bin/sh
# usage: build.sh BUILD JOBS TARGET...
# Builds the targets in the folder BUILD, which is configured first where that has not been done.
# Says nothing on standard output, and nothing at all where nothing is to be done.
set -u
build=$1 jobs=$2
shift 2

refuse() {
    echo "make: $*" >&2
    exit 2
}

case $jobs in
'' | 0* | *[!0-9]*) refuse "JOBS=$jobs is no number of jobs: give one from 1 on, as in make JOBS=4" ;;
esac
command -v cmake >/dev/null || refuse "cmake is missing; make deps installs it"
# make has made settings for the make that CMake may start: it is to begin anew.
unset MAKEFLAGS MFLAGS MAKELEVEL

if [ ! -f "$build/build.ninja" ] && [ ! -f "$build/Makefile" ]; then
    for compiler in "${CC:-cc}" "${CXX:-c++}"; do
        command -v "${compiler%% *}" >/dev/null ||
            refuse "the compiler ${compiler%% *} is missing; make deps installs gcc and g++"
    done
    # A folder that was configured before keeps the generator that it has.
    if command -v ninja >/dev/null; then
        export CMAKE_GENERATOR="${CMAKE_GENERATOR:-Ninja}"
    fi
    cmake -S . -B "$build" >&2 || exit
fi

# show: what a build says, without the lines that every build has. On a terminal one line of progress
# takes the place of the last. Ends with the status in the last line.
show() {
    clear='' columns=0
    if [ -t 2 ]; then
        clear=$(printf '\r\033[K') columns=$(tput cols 2>/dev/null || echo 80)
    fi
    while IFS= read -r line; do
        case $line in
        'build.sh: status '*) break ;;
        *' -P '*cmake/version.cmake | *' Re-checking globbed '* | 'ninja: no work to do.' | '') ;;
        *'] Built target '* | 'Consolidate compiler generated '*) ;;
        '['*']'*)
            if [ "$columns" -gt 0 ]; then
                printf '%s%.*s' "$clear" $((columns - 1)) "$line"
            else
                printf '%s\n' "$line"
            fi
            ;;
        *) printf '%s%s\n' "$clear" "$line" ;;
        esac
    done
    printf '%s' "$clear"
    return "${line##* }"
}

{
    cmake --build "$build" --parallel "$jobs" --target "$@" 2>&1
    echo "build.sh: status $?"
} | show >&2
