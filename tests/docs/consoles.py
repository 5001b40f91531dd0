#!/usr/bin/env python3
"""usage: consoles.py SOURCE BINARIES [--update]

Each console block of a Markdown file that compiles or inspects a program which the same file shows, or that asks for
an occupancy, is what a terminal shows today. A program is the C block behind the last mention of its name, as in `race.cu`. With --update the files
are written again; look at what git says has changed.
"""
import os
import re
import subprocess
import sys
import tempfile

import markdown

SOURCE, BINARIES = (os.path.abspath(word) for word in sys.argv[1:3])
UPDATE = sys.argv[3:] == ["--update"]
failures = tried = 0


def said(command, programs):
    """What the command prints, in a folder with the programs of the page."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("gridstride", "simt-cc"):
            os.symlink(f"{BINARIES}/{name}", f"{folder}/{name}")
        for name, text in programs.items():
            with open(f"{folder}/{name}", "w", encoding="utf-8") as out:
                out.write(text)
        environment = dict(os.environ, GRIDSTRIDE_CALLED="./gridstride", LC_ALL="C.UTF-8")
        return subprocess.run(command, shell=True, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=600).stdout.decode()


def blocks_of(text):
    """(first line, command, what it printed, programs) of each block that is to be tried."""
    programs, name = {}, None
    for begin, language, block in markdown.blocks(text):
        if language is None:
            names = re.findall(r"`([\w.]+\.cu)`", "\n".join(block))
            name = names[-1] if names else name
        elif language == "c" and name:
            programs[name], name = "\n".join(block) + "\n", None
        elif language == "console" and any(word in block[0] for word in [*programs, "gridstride occupancy"]):
            yield begin, block[0].removeprefix("$ "), block[1:], programs


def check(path):
    global failures, tried
    lines = path.read_text().split("\n")
    for begin, command, printed, programs in reversed(list(blocks_of("\n".join(lines)))):
        tried += 1
        now = said(command, programs).rstrip("\n").split("\n")
        if now != printed:
            failures += 1
            print(f"FAILED: {path}:{begin}: {command} prints now\n" + "\n".join(now))
            lines[begin:begin + len(printed)] = now
    if UPDATE:
        path.write_text("\n".join(lines))


for page in markdown.files(SOURCE):
    check(page)
if tried < 5:
    failures += 1
    print(f"FAILED: {tried} console blocks are found, and there are more")
sys.exit(failures > 0)
