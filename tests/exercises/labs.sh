#!/bin/sh
# usage: labs.sh GRIDSTRIDE LAB/exercise.toml...
# Of each lab the stub is refused and the solution passes.
gridstride=$1
shift
failed=0
XDG_CACHE_HOME=$(mktemp -d) || exit 2
export XDG_CACHE_HOME
trap 'rm -rf "$XDG_CACHE_HOME"' EXIT

fail() {
    echo "FAILED: $1" >&2
    failed=1
}

for toml; do
    lab=${toml%/exercise.toml}
    "$gridstride" check "$lab" "$lab/solution.cu" --seed 1 --device sim >"$XDG_CACHE_HOME/out" 2>&1 ||
        { cat "$XDG_CACHE_HOME/out"; fail "the solution of $lab does not pass"; }
    "$gridstride" check "$lab" "$lab/stub.cu" --seed 1 --device sim >"$XDG_CACHE_HOME/out" 2>&1
    [ $? -eq 1 ] || { cat "$XDG_CACHE_HOME/out"; fail "the stub of $lab is not refused"; }
done
exit $failed
