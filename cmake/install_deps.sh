#!/bin/sh
# Installs what gridstride is built from, on Debian and Ubuntu. Elsewhere it names the packages.
set -eu

packages="gcc g++ make cmake ninja-build git pkg-config libbenchmark-dev libjansson-dev libtomlplusplus-dev libssl-dev libdw-dev libcapstone-dev libffi-dev libbz2-dev libsleef-dev libcmocka-dev gnuplot-nox bubblewrap"

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

# How to become root: SUDO where it is given (SUDO=doas; SUDO= is as the user that one is), else sudo.
[ "${SUDO+given}" ] || { [ "$(id -u)" -eq 0 ] && SUDO=; } || SUDO=sudo
if [ -n "$SUDO" ] && ! command -v "${SUDO%% *}" >/dev/null 2>&1; then
    echo "make deps: there is no ${SUDO%% *}; name another (make deps SUDO=doas), or run as root: apt-get install$missing" >&2
    exit 2
fi
if [ -z "$SUDO" ] && [ "$(id -u)" -ne 0 ]; then
    echo "make deps: this needs root; name what gives it (make deps SUDO=sudo), or run as root: apt-get install$missing" >&2
    exit 2
fi

echo "make deps: missing:$missing"
$SUDO apt-get update -q
install="apt-get install -q --no-install-recommends"
# shellcheck disable=SC2086 # lists of words, on purpose; apt-get ends with 1 where it is told no
plan=$(LC_ALL=C $install -o Debug::NoLocking=1 --assume-no $missing 2>&1) || true
part() {
    printf '%s\n' "$plan" | sed -n "s/$1/\\1/p"
}
echo "make deps: with what they need, $(part '.* \([0-9]*\) newly installed.*') packages:" \
    "$(part 'Need to get \([^/]*\)\(\/.*\)\? of archives.*') to download," \
    "$(part 'After this operation, \(.*\) of additional disk space.*') on the disk"
# shellcheck disable=SC2086
$SUDO env DEBIAN_FRONTEND=noninteractive $install -y $missing
