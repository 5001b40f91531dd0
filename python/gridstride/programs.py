"""Where the programs are, and what they find of the course: in a wheel, in a clone, or on the PATH."""

import os
import shutil

# Where the programs look for a compiler themselves, also for code that they run in a sandbox.
ORDINARY_FOLDERS = ("/usr/local/bin", "/usr/bin", "/bin")
HERE = os.path.dirname(os.path.abspath(__file__))
CLONE = os.path.dirname(os.path.dirname(HERE))


class Missing(Exception):
    """Its words are one sentence, for the user."""


def compilers_elsewhere():
    """The variables that name the compilers of a user who has them in other folders only."""
    for pair in (("g++", "gcc"), ("clang++", "clang")):
        if shutil.which(pair[0], path=os.pathsep.join(ORDINARY_FOLDERS)):
            return {}
    for cxx, cc in (("g++", "gcc"), ("clang++", "clang")):
        if shutil.which(cxx) and shutil.which(cc):
            return {"SIMT_CXX": shutil.which(cxx), "SIMT_CC": shutil.which(cc)}
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
