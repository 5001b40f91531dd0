#!/bin/sh
# Installs what gridstride is built from, on Debian and Ubuntu. Elsewhere it names the packages.
set -eu

packages="gcc g++ make cmake ninja-build git pkg-config libbenchmark-dev libjansson-dev libdw-dev libffi-dev libsleef-dev libcmocka-dev gnuplot-nox bubblewrap"

if ! command -v apt-get >/dev/null 2>&1; then
    echo "make deps: only Debian and Ubuntu are known; install what these are called here:" >&2
    echo "  $packages" >&2
    exit 2
fi

missing=""
for package in $packages; do
    state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing="$missing $package"
done
if [ -z "$missing" ]; then
    echo "make deps: nothing is missing"
    exit 0
fi

run=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "make deps: this needs root or sudo; run as root: apt-get install$missing" >&2
        exit 2
    fi
    run=sudo
fi
$run apt-get update -q
# shellcheck disable=SC2086 # a list of words, on purpose
$run env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
