#!/bin/sh
# usage: run_on_gpu.sh FOLDER
# Runs every program in FOLDER (the conformance programs as nvcc built them) on this machine's GPU.
# Prints what failed programs said, `NAME: ok` or `NAME: FAILED` for each, and a count; exit status 0
# when all passed.
if [ $# -ne 1 ] || [ ! -d "$1" ]; then
    echo "usage: run_on_gpu.sh FOLDER-OF-PROGRAMS" >&2
    exit 2
fi
passed=0
failed=0
for program in "$1"/*; do
    { [ -f "$program" ] && [ -x "$program" ]; } || continue
    name=$(basename "$program")
    if message=$(timeout 60 "$program" 2>&1); then
        echo "$name: ok"
        passed=$((passed + 1))
    else
        printf '%s\n' "$message"
        echo "$name: FAILED"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
