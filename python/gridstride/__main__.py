"""Become the program of this name in bin/, with the same arguments: what pip's commands do, and
`python -m gridstride`."""

import os
import sys

from . import programs


def become(name, called):
    """Does not come back, unless the program cannot be started."""
    program = programs.in_wheel(name)
    os.environ.setdefault("GRIDSTRIDE_CALLED", called)
    if "SIMT_CXX" not in os.environ:
        for variable, path in programs.compilers_elsewhere().items():
            os.environ.setdefault(variable, path)
    try:
        os.execv(program, [called] + sys.argv[1:])
    except OSError as error:
        print(f"{name}: cannot start {program}: {error.strerror}; install gridstride again", file=sys.stderr)
        sys.exit(2)


def gridstride():
    become("gridstride", "gridstride")


def simt_cc():
    become("simt-cc", "simt-cc")


if __name__ == "__main__":
    become("gridstride", "python3 -m gridstride")
