#!/bin/bash
# sanitizer.sh PROGRAMS SOURCES: runs the faulty cases on a GPU under the four tools of compute-sanitizer
# and prints what they say, a section "@@ FILE CASE TOOL" for each. PROGRAMS is the folder of the corpus
# built by nvcc -lineinfo, each under the name of its source; SOURCES is this folder. Cases that do not
# end on a GPU (hangs.txt) are left out. comparison.py makes a table of it.
set -euo pipefail
programs=$(readlink -f "$1")
sources=$(readlink -f "$2")
command -v compute-sanitizer >/dev/null || {
    echo "sanitizer.sh: compute-sanitizer is missing: it comes with the CUDA toolkit" >&2
    exit 2
}

# one FILE CASE TOOL
one() {
    local options=() said
    [ "$3" = memcheck ] && options=(--leak-check full)
    said=$(timeout -s KILL 20 compute-sanitizer --tool "$3" "${options[@]}" --print-limit 5 \
        "$programs/$1" "$2" 2>&1) || true
    printf '@@ %s %s %s\n%s\n' "$1" "$2" "$3" \
        "$(grep -E '^=========' <<<"$said" | grep -vE 'Host Frame|Saved host|^=========\s*$' |
            cut -c1-220 | head -14)"
}
export -f one
export programs

for program in "$programs"/*; do
    file=$(basename "$program")
    "$program" --list | grep -vxFf <(grep -v '^#' "$sources/hangs.txt") | while read -r name; do
        for tool in memcheck racecheck initcheck synccheck; do
            echo "$file $name $tool"
        done
    done
done | xargs -P "$(nproc)" -L 1 bash -c 'one "$0" "$1" "$2"'
