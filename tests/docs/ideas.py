#!/usr/bin/env python3
"""usage: ideas.py SOURCE BINARIES all|first

Each command of the table in docs/ideas.md runs without a GPU and prints what the table says, where it stands in
backquotes. Its exit status is 0, or 1 for an answer that is wrong on purpose. `first` tries the first row of each lesson.
Programs of the lesson that a row links to lie in the folder that the commands run in.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import markdown

SOURCE, BINARIES = (os.path.abspath(word) for word in sys.argv[1:3])
FIRST = sys.argv[3] == "first"
PAGE = pathlib.Path(SOURCE, "docs", "ideas.md")
ROW = re.compile(r"\| (.+?) \| `([^`]+)` \| `([^`]+)` \| \[(\d+)\]\(([^)]+)\) \|")


def rows():
    found = []
    for line in PAGE.read_text().split("\n"):
        row = ROW.fullmatch(line)
        if row and not (FIRST and any(row[4] == other[4] for other in found)):
            found.append(row)
    return found


def prepare(folder, lesson):
    """What a user has in the root of the tree, and what the text shows; results go to the folder."""
    for name in ("gridstride", "simt-cc"):
        os.symlink(f"{BINARIES}/{name}", f"{folder}/{name}")
    for name in ("lessons", "kernels"):
        os.symlink(f"{SOURCE}/{name}", f"{folder}/{name}")
    os.mkdir(f"{folder}/results")
    os.symlink(f"{SOURCE}/results/recorded", f"{folder}/results/recorded")
    for name, text in markdown.programs(lesson.read_text()):
        pathlib.Path(folder, name).write_text(text, encoding="utf-8")


def why_not(row):
    """What is wrong with a row; None: nothing."""
    environment = dict(os.environ, GRIDSTRIDE_CALLED="./gridstride", LC_ALL="C.UTF-8", CUDA_VISIBLE_DEVICES="")
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder, PAGE.parent / row[5])
        done = subprocess.run(row[2], shell=True, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=600)
    text = done.stdout.decode(errors="replace")
    if done.returncode not in (0, 1):
        return f"exit status {done.returncode}\n{text}"
    return None if row[3] in " ".join(text.split()) else f"does not print it:\n{text}"


tried, failures = rows(), 0
for idea in tried:
    why = why_not(idea)
    if why:
        failures += 1
        print(f"FAILED: {idea[1]}: {idea[2]}\n{why}")
if len(tried) < (8 if FIRST else 70):
    failures += 1
    print(f"FAILED: {len(tried)} rows are found in {PAGE}, and there are more")
sys.exit(failures > 0)
