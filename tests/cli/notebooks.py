#!/usr/bin/env python3
"""usage: notebooks.py SOURCE PROGRAMS

The notebooks that are made of the lessons' texts; how the package runs a program for a cell: limit, interrupt, too much output;
and which files of a folder it keeps and shows. No notebook program is needed."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading

SOURCE, PROGRAMS = (os.path.abspath(word) for word in sys.argv[1:3])
sys.path.insert(0, f"{SOURCE}/python")
os.environ["GRIDSTRIDE_PROGRAMS"] = PROGRAMS
from gridstride import files, lessons, notebooks, page, running  # noqa: E402

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job that a script starts with & ignores it
MOST_S = 60  # no wait is longer, whatever fails
failures = 0


def expect(holds, what):
    global failures
    if not holds:
        failures += 1
        print(f"FAILED: {what}")


# ---- notebooks --------------------------------------------------------------------------------------

def sources(book, kind):
    return ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == kind]


def check_notebook(lesson, book):
    codes, words = sources(book, "code"), "\n".join(sources(book, "markdown"))
    for number, name in lesson.exercises().items():
        expect(any(code.startswith(f"%%exercise {number}\n") and f'#include "{name}.h"' in code for code in codes),
               f"{lesson.name}: no cell for exercise {number}")
        expect(f"`%gridstride check {number}" in words, f"{lesson.name}: the command of {number} is not a notebook's")
    programs = [block for block in re.findall(r"^```c\n(.*?)^```$", lesson.text, re.M | re.S) if re.search(r"^int main\(", block, re.M)]
    for block in programs:
        expect(any(block.rstrip() in code for code in codes), f"{lesson.name}: a program is no cell: {block[:60]}")
    expect("%load_ext gridstride" in codes[0], f"{lesson.name}: the magics are not loaded first")
    expect(f"%gridstride run {lesson.number}" in "\n".join(codes), f"{lesson.name}: no cell runs it")
    for target in re.findall(r"\]\(([^)]*)\)", words):
        kind = re.match(r"attachment:|#|https?://|\d+_\w+\.ipynb", target)
        expect(kind, f"{lesson.name}: a link leads nowhere: {target}")
    for cell in book["cells"]:
        for picture in re.findall(r"\(attachment:([^)]*)\)", "".join(cell["source"])):
            expect(picture in cell.get("attachments", {}), f"{lesson.name}: {picture} is not in the file")
    for heading in re.findall(r"^#+ .*$", lesson.text, re.M):
        expect(heading in words, f"{lesson.name}: a heading is missing: {heading}")


def check_notebooks(folder):
    expect(notebooks.main([folder]) == 0, "notebooks ends with an error")
    for lesson in lessons.lessons():
        with open(f"{folder}/{lesson.name}.ipynb", encoding="utf-8") as file:
            check_notebook(lesson, json.load(file))
    path = f"{folder}/03_vecadd.ipynb"
    with open(path, "w", encoding="utf-8") as file:
        file.write("mine")
    expect(notebooks.main([folder, "3"]) == 0, "a notebook that is there is an error")
    with open(path, encoding="utf-8") as file:
        expect(file.read() == "mine", "a notebook that is there is overwritten")


def check_magics():
    """A program becomes the magic that its console block asks for."""
    for lesson, magic, line in (("00_hello", "%%cuda", "void hello()"), ("03_vecadd", "%%inspect", "if (i <= n)"),
                                ("06_tree_reduction", "%%writefile three.cu", "three_mistakes.cu")):
        made = notebooks.make(next(found for found in lessons.lessons() if found.name == lesson), "%load_ext gridstride")
        expect(any(code.startswith(magic + "\n") and line in code for code in sources(made, "code")),
               f"{lesson}: no cell {magic} with {line}")


def check_refusals(folder):
    for words, sentence in (([folder, "42"], "gridstride: notebooks: there is no lesson 42\n"),
                            (["/proc/none"], "gridstride: notebooks: cannot write /proc/none: No such file or directory\n")):
        done = subprocess.run([sys.executable, "-m", "gridstride.notebooks", *words], cwd=f"{SOURCE}/python", stderr=subprocess.PIPE,
                              encoding="utf-8", check=False)
        expect(done.returncode == 2 and done.stderr == sentence, f"{words}: {done.returncode} {done.stderr}")


# ---- running ----------------------------------------------------------------------------------------

def run(script, **options):
    said, errors = [], []
    ended = running.run(["sh", "-c", script], said.append, errors.append, **options)
    return ended, "".join(said), "".join(errors)


def is_gone(number):
    try:
        with open(f"/proc/{number}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def check_running():
    ended, said, errors = run("echo out; echo err >&2; exit 3", terminals=("output",))
    expect((ended.status, ended.why, said, errors) == (3, None, "out\n", "err\n"), f"a plain program: {said!r} {errors!r}")
    for script, what in (("echo $$; sleep 100 & wait", "a program over its limit"),
                         ("trap '' TERM; echo $$; while :; do sleep 0.01; done", "a program that does not hear SIGTERM")):
        said, limit_s = "", 0.1
        while not said and limit_s < MOST_S / 2:  # on a busy machine a program takes a while to say something
            limit_s *= 2
            ended, said, _ = run(script, limit_s=limit_s)
        expect(ended.why == "limit" and said and is_gone(int(said)), f"{what}: {ended.why}, {said!r}")
    ended, said, _ = run("head -c 2000000 /dev/zero | tr '\\0' x")
    expect(ended.cut and len(said) == running.MOST_OUTPUT, f"of too much output {len(said)} characters are shown")


def check_interrupt():
    """As a notebook does it: SIGINT comes to the kernel while a program runs."""
    said = []

    def hear(text):
        said.append(text)
        threading.Timer(0, os.kill, (os.getpid(), signal.SIGINT)).start()

    ended = running.run(["sh", "-c", "echo $$; exec sleep 100"], hear, print, limit_s=MOST_S)
    expect(ended.why == "interrupted" and said and is_gone(int("".join(said))), f"an interrupt: {ended.why}")


# ---- files ------------------------------------------------------------------------------------------

def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def check_exercise():
    """Running a cell loses nothing that was written elsewhere."""
    path, cells = "exercises/03_vecadd/vecadd.cu", ["int first;\n", "int second;\n"]

    def put(cell):
        return files.put_exercise(path, "3.1", cell, "the stub\n")

    expect([put(cell) for cell in cells + cells] == [None] * 4, "a file that a cell has written is kept")
    expect(files.without_mark(files.read(path)) == cells[1], "the file is not the cell")
    write(path, files.read(path) + "edited\n")
    expect(put(cells[1] + "edited") is None, "a file that the cell has, too, is kept")
    write(path, files.read(path) + "again\n")
    write(f"{path}.1.bak", "mine")
    expect(put(cells[0]) == f"{path}.2.bak" and files.read(f"{path}.1.bak") == "mine" and "again" in files.read(f"{path}.2.bak"),
           "edits are lost")
    write(path, "the stub\n")
    expect(put(cells[0]) is None, "the stub is kept")


def check_plots():
    """Those that a command has drawn, wherever it does; no others."""
    for words, drawn in (("run 3", "results/m/lesson3.svg"), ("run 3 --out=far/other", "far/other/m/lesson3.svg"),
                         ("plot --out far/other", "far/other/m/lesson3.svg"), ("plot far/m/lesson3.json", "far/m/lesson3.svg"),
                         ("history a.json b.json --plot medians", "medians.svg"),
                         ("history a.json b.json --plot=far/medians", "far/medians.svg"),
                         ("check 4.3 --plot", "exercises/04_gaussian_pdf/zero_suppress.svg"),
                         ("check 4.3 far/mine.cu --plot", "zero_suppress.svg")):
        write("results/m/old.svg", "")
        for _ in range(2):  # one that is new, and one that is drawn again
            plots = files.Plots(words.split())
            expect(plots.drawn() == [], f"{words}: nothing is drawn, and something is shown")
            write(drawn + ".new", "")
            os.replace(drawn + ".new", drawn)
            expect(plots.drawn() == [drawn], f"{words}: {plots.drawn()}")


def check_page():
    """What comes from a program is no HTML of the page."""
    access = {"kernel": "k", "file": "c.cu", "line": 2, "function": "k", "space": "global", "kind": "load", "requests": 2,
              "active_lanes": 64, "sectors": 16, "ideal_sectors": 8, "notes": ["<i> apart"]}
    finding = {"kind": "race-shared", "line": 2, "text": "a<b>();", "sentence": "x < y", "count": 2, "other_line": 3, "other_text": "c;",
               "first": {"name": "thread 1", "access": "read", "bytes": 4}, "subject": "tile[1]",
               "launch": {"kernel": "k<int>", "grid": [1, 1, 1], "block": [8, 4, 1], "line": 9}}
    shown = page.inspection({"findings": [finding], "counts": {"accesses": [access]}}, "\n  a<b>();\n}\n", "c.cu")
    for words in ("found 1 mistake", "line 2: race-shared", "x &lt; y", "a&lt;b&gt;();", "thread 1 (read, 4 bytes): tile[1]",
                  "k&lt;int&gt;&lt;&lt;&lt;1, (8,4)&gt;&gt;&gt;, launched in line 9", "8 (4) sec", "&lt;i&gt; apart", "   3 | c;"):
        expect(words in shown, f"the page does not show: {words}")


with tempfile.TemporaryDirectory() as scratch:
    check_notebooks(f"{scratch}/notebooks")
    check_refusals(scratch)
    os.chdir(scratch)
    check_exercise()
    check_plots()
    os.chdir(SOURCE)
check_magics()
check_running()
check_interrupt()
check_page()
sys.exit(failures > 0)
