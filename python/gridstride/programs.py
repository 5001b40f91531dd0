"""Where the programs are, and what they find of the course: in a wheel, in a clone, or on the PATH."""

import os
import shutil
import subprocess

# Where the programs look for a compiler themselves, also for code that they run in a sandbox.
ORDINARY_FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin")
COMPILERS = (("g++", "gcc"), ("clang++", "clang"))
FIRST_GCC = 12
HERE = os.path.dirname(os.path.abspath(__file__))
CLONE = os.path.dirname(os.path.dirname(HERE))


class Missing(Exception):
    """Its words are one sentence, for the user."""


def _is_too_old(compiler):
    """Whether it is a g++ before 12: the programs refuse it for `check` and `inspect`."""
    if os.path.basename(compiler) != "g++":
        return False
    try:
        said = subprocess.run([compiler, "-dumpversion"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=False).stdout
    except OSError:
        return False
    major = said.partition(b".")[0].strip()
    return major.isdigit() and int(major) < FIRST_GCC


def compilers_elsewhere():
    """The variables that name the compilers where the programs find none by themselves, or one that is too old."""
    old = False
    for cxx, cc in COMPILERS:
        ordinary = shutil.which(cxx, path=os.pathsep.join(ORDINARY_FOLDERS))
        if ordinary and not _is_too_old(ordinary):
            return {"SIMT_CXX": cxx, "SIMT_CC": cc} if old else {}
        old = old or bool(ordinary)
    for cxx, cc in COMPILERS:
        found = shutil.which(cxx)
        if found and shutil.which(cc) and not _is_too_old(found):
            return {"SIMT_CXX": found, "SIMT_CC": shutil.which(cc)}
        old = old or bool(found)
    # Where there is no old one, the programs find this by themselves.
    if old and os.access(os.path.join(os.path.dirname(HERE), "ziglang", "zig"), os.X_OK):
        bundled = os.path.join(HERE, "lib", "gridstride", "compiler", "c++")
        return {"SIMT_CXX": bundled, "SIMT_CC": bundled}
    return {}


def environment(**more):
    """What a program is started with; a variable that is None is left out."""
    found = {} if "SIMT_CXX" in os.environ else compilers_elsewhere()
    together = {**found, **os.environ, **more}
    return {name: value for name, value in together.items() if value is not None}


def in_wheel(name):
    return os.path.join(HERE, "bin", name)


def is_clone():
    return os.path.exists(os.path.join(CLONE, "lessons", "lessons.def"))


def find(name):
    """The program of this name. GRIDSTRIDE_PROGRAMS names another folder than those that are looked at."""
    chosen = os.environ.get("GRIDSTRIDE_PROGRAMS")
    if chosen:
        places = [os.path.join(chosen, name)]
    else:
        places = [in_wheel(name), os.path.join(CLONE, "build", "bin", name) if is_clone() else "", shutil.which(name)]
    for place in places:
        if place and os.access(place, os.X_OK):
            return place
    if chosen:
        raise Missing(f"{places[0]} is no program; GRIDSTRIDE_PROGRAMS names the folder that has gridstride and simt-cc")
    if is_clone():
        raise Missing(f"the programs are not built yet; build them: make -C {CLONE} programs")
    raise Missing(f"{places[0]} is missing; install gridstride again")


def share(name):
    """A folder or file of what the programs bring: lessons, recorded results."""
    root = os.path.dirname(os.path.dirname(os.path.realpath(find("gridstride"))))
    return os.path.join(root, "share", "gridstride", name)
