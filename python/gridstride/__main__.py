"""Become the program of this name in bin/, with the same arguments: what pip's commands do, and
`python -m gridstride`."""

import os
import shutil
import sys

# Where the programs look for a compiler themselves, also for code that they run in a sandbox.
ORDINARY_FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin")


def compilers_elsewhere():
    """The variables that name the compilers of a user who has them in other folders only."""
    for pair in (("g++", "gcc"), ("clang++", "clang")):
        if shutil.which(pair[0], path=os.pathsep.join(ORDINARY_FOLDERS)):
            return {}
    for cxx, cc in (("g++", "gcc"), ("clang++", "clang")):
        if shutil.which(cxx) and shutil.which(cc):
            return {"SIMT_CXX": shutil.which(cxx), "SIMT_CC": shutil.which(cc)}
    return {}


def become(name, called):
    """Does not come back, unless the program cannot be started."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", name)
    os.environ.setdefault("GRIDSTRIDE_CALLED", called)
    if "SIMT_CXX" not in os.environ:
        for variable, path in compilers_elsewhere().items():
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
