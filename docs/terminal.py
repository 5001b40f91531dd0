#!/usr/bin/env python3
"""usage: python3 docs/terminal.py PICTURE.svg ./gridstride WORD...

Runs the command on a terminal of 100 columns, in an empty folder, and draws what it prints as a picture:
its words and its colours. docs/check.svg, which README.md shows, is made by

    python3 docs/terminal.py docs/check.svg ./gridstride check 1.1 --seed 1
"""
import fcntl
import html
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

COLUMNS, CHARACTER, LINE, MARGIN = 100, 8.4, 19, 16
# Its own dark ground, so that it reads alike on a light page and on a dark one.
STYLE = """
    rect { fill: #16191f; stroke: #4a515e }
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #d9dde5 }
    .bold, .prompt { font-weight: bold; fill: #ffffff }
    .faint { fill: #9aa3b2 }
    .red { fill: #ff8f88 }
    .green { fill: #7fd88f }
    .yellow { fill: #f0cb6b }
    .cyan { fill: #7cc7ff }
"""
COLOURS = {"1": "bold", "2": "faint", "31": "red", "32": "green", "33": "yellow", "36": "cyan"}


def lines_of(command, folder):
    """What the command writes on a terminal, line by line."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("4H", 24, COLUMNS, 0, 0))
    environment = dict(os.environ, TERM="xterm", LANG="C.UTF-8", LC_ALL="C.UTF-8")
    process = subprocess.Popen(command, cwd=folder, env=environment, stdin=follower, stdout=follower, stderr=follower)
    os.close(follower)
    said = b""
    while True:
        try:
            more = os.read(leader, 4096)
        except OSError:  # the last one that could write has ended
            more = b""
        if not more:
            break
        said += more
    process.wait()
    os.close(leader)
    return said.decode().replace("\r", "").removesuffix("\033[0m").rstrip("\n").split("\n")


def runs_of(line, colour):
    """(text, class) of the parts of a line, and the colour that the next line begins with."""
    runs = []
    for part in re.split(r"(\033\[[0-9;]*m)", line):
        code = re.fullmatch(r"\033\[([0-9;]*)m", part)
        if code:
            colour = COLOURS.get(code[1])
        elif part:
            runs.append((part, colour))
    return runs, colour


def text_of(runs, row):
    column, y = 0, MARGIN + LINE * row + 14
    for text, colour in runs:
        x, width = MARGIN + CHARACTER * column, CHARACTER * len(text)
        column += len(text)
        if text.strip():
            mark = f' class="{colour}"' if colour else ""
            yield (f'<text{mark} x="{x:.1f}" y="{y}" textLength="{width:.1f}" xml:space="preserve">'
                   f"{html.escape(text)}</text>")


def draw(command, lines):
    width, height = MARGIN * 2 + COLUMNS * CHARACTER, MARGIN * 2 + LINE * (len(lines) + 1)
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" '
           f'height="{height}" role="img">')
    yield f"<title>{html.escape(command)}</title>\n<style>{STYLE}</style>"
    yield f'<rect x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1}" rx="8"/>'
    yield from text_of([("$ ", "faint"), (command, "prompt")], 0)
    colour = None
    for row, line in enumerate(lines, 1):
        runs, colour = runs_of(line, colour)
        yield from text_of(runs, row)
    yield "</svg>"


def main():
    picture, command = sys.argv[1], sys.argv[2:]
    root = pathlib.Path(__file__).resolve().parent.parent
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(root / "gridstride", f"{folder}/gridstride")
        lines_of(command, folder)  # the first check makes the files of the exercises, and says so
        lines = lines_of(command, folder)
    if any(len(re.sub(r"\033\[[0-9;]*m", "", line)) > COLUMNS for line in lines):
        sys.exit(f"terminal.py: a line is wider than {COLUMNS} columns")
    pathlib.Path(picture).write_text("\n".join(draw(" ".join(command), lines)) + "\n")


main()
