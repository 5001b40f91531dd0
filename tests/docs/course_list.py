"""The course, as the program lists it."""
import os
import re
import subprocess
import tempfile


def said(binaries, command):
    """What a command prints, of a student who has done nothing yet."""
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([os.path.abspath(f"{binaries}/gridstride"), command], cwd=folder, stdout=subprocess.PIPE,
                              encoding="utf-8", check=True, timeout=60).stdout


def lessons(binaries):
    """{number of a lesson: (its name, [(number, name) of each exercise])}, by `list` and `check`."""
    found = {int(number): (name, []) for number, name in re.findall(r"^(\d+) (\w+):", said(binaries, "list"), re.M)}
    for number, lesson, name in re.findall(r"^ +\S+ ((\d+)\.\d+) (\w+) ", said(binaries, "check"), re.M):
        found[int(lesson)][1].append((number, name))
    return found
