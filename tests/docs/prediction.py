#!/usr/bin/env python3
"""usage: prediction.py SOURCE BINARIES

The tables of docs/prediction.md are those of tests/bench/prediction/points.csv and of the kernels of other
authors beside it, the plot beside that file shows each of its times where it lies, and the program still
predicts what it holds.
"""
import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE, BINARIES = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
PAGE = "docs/prediction.md"
BESIDE = SOURCE / "tests/bench/prediction"
failures = 0


def fail(text):
    global failures
    failures += 1
    print("FAILED: " + text)


def run(*command, **more):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, **more).stdout


def check_tables(page):
    """Every line that is printed of tables stands in the page, and what is said of all times is so."""
    printed = run(sys.executable, BESIDE / "errors.py")
    lines = page.splitlines()
    for line in printed.splitlines():
        if line.startswith("|") and line not in lines:
            fail(f"{PAGE} has no line {line}")
    for line in lines:
        if re.match(r"\| (nvidia-|all )", line) and line not in printed:
            fail(f"{PAGE} has a line that errors.py does not print: {line}")
    text = " ".join(page.split())
    for count, error, factor, inside in re.findall(
            r"All (\d+) times: mean error (\S+) %, 9 of 10 within a factor of (\S+), (\d+) % within", printed):
        if not re.search(rf"mean error of these {count} times is {error} %", text) or f"{inside} % lie within the range" not in text:
            fail(f"{PAGE} does not say that the mean error of {count} times is {error} %, and that {inside} % lie within the range")


def check_public(page):
    """The kernels of other authors: every line of the table and of those without a number, and what is said of all."""
    files = [BESIDE / "nvidia-h100-80gb-hbm3" / name for name in ("public_measured.csv", "public_predicted.csv")]
    printed = run(sys.executable, BESIDE / "public.py", *files).splitlines()
    lines = page.splitlines()
    for line in printed:
        if line.startswith(("|", "- ")) and line not in lines:
            fail(f"{PAGE} has no line {line}")
    table = lines[lines.index(printed[0]):] if printed[0] in lines else []
    for line in table[:table.index("") if "" in table else 0]:
        if line not in printed:
            fail(f"{PAGE} has a line that public.py does not print: {line}")
    text = " ".join(page.split())
    mean, kernels, programs, middle, inside, without = re.search(
        r"Mean error (\S+) % of (\d+) kernels of (\d+) programs, in the middle (\S+) %, .*; (\d+) % within .*; (\d+) without",
        "\n".join(printed)).groups()
    for said in (f"it is {mean} % of {kernels} kernels of {programs} programs", f"{without} kernels of them have no number",
                 f"The middle error is {middle} %, and {inside} % lie within", f"| at most 25 % | {mean} % of {kernels} |"):
        if said not in text:
            fail(f"{PAGE} does not say: {said}")


def check_blind(page):
    """The kernels that nobody had looked at: what is said of all, and each line of the table of the greatest misses."""
    files = [BESIDE / "nvidia-h200" / name for name in ("public_2_measured.csv", "public_2_predicted.csv")]
    printed = run(sys.executable, BESIDE / "public.py", *files)
    mean, kernels, programs, middle, inside, without = re.search(
        r"Mean error (\S+) % of (\d+) kernels of (\d+) programs, in the middle (\S+) %, .*; (\d+) % within .*; (\d+) without",
        printed).groups()
    text = " ".join(page.split())
    for said in (f"the mean error is {mean} % of {kernels} kernels of {programs} programs", f"{without} kernels have no number",
                 f"The middle error is {middle} %, and {inside} % lie within", f"| {mean} % of {kernels}, on an H200 |"):
        if said not in text:
            fail(f"{PAGE} does not say: {said}")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in printed.splitlines() if line.startswith("|")]
    short = {f"| {row[0]} | `{row[1]}` | " + " | ".join(row[4:]) + " |" for row in rows[2:] if abs(int(row[7].split()[0])) >= 60}
    table = page[page.index("These are the greatest misses."):].split("\n\n")[1].splitlines()[2:]
    for line in short.symmetric_difference(table):
        fail(f"{PAGE}, greatest misses, and public.py differ in: {line}")


def places(picture):
    """Where the markers of a picture are."""
    found = re.findall(r"<use [^>]*translate\(([0-9.]+),([0-9.]+)\)", picture)
    return sorted((float(x), float(y)) for x, y in found)


def check_plot():
    """Drawn again, without gnuplot, each marker is where it is in the picture."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(BESIDE / "points.csv", folder)
        run(BINARIES / "gridstride", "plot", os.path.join(folder, "points.csv"), env={**os.environ, "PATH": folder})
        drawn = places(pathlib.Path(folder, "points.svg").read_text(encoding="utf-8"))
    shown = places((BESIDE / "points.svg").read_text(encoding="utf-8"))
    # Sorted by x, two that are as far from the left may have changed places: each looks for its own nearby.
    for x, y in drawn:
        near = [(abs(x - other_x) + abs(y - other_y), i) for i, (other_x, other_y) in enumerate(shown)
                if abs(x - other_x) < 1]
        distance, i = min(near, default=(2, 0))
        if distance >= 1.5:
            fail(f"points.svg shows no time at {x}, {y}: draw it again (make plots)")
            return
        shown.pop(i)
    if shown:
        fail(f"points.svg shows {len(shown)} times that are not in points.csv: draw it again (make plots)")


def check_program():
    """One sweep, as the program predicts it now."""
    gpu = "nvidia-h100-80gb-hbm3"
    with open(BESIDE / "points.csv", newline="", encoding="utf-8") as file:
        points = {(row["variant"], int(row["n"])): float(row["predicted_us"]) for row in csv.DictReader(file)
                  if (row["gpu"], row["subject"], row["dtype"], row["block"], row["caches"]) ==
                  (gpu, "lesson3", "f32", "256", "cold")}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "predicted.json")
        sizes = ",".join(str(n) for n in sorted({n for _, n in points}))
        run(BINARIES / "gridstride", "predict", "3", "--gpu", SOURCE / "results/recorded" / gpu / "profile.json",
            "--dtype", "f32", "--blocks", "256", "--sizes", sizes, "--json", path)
        rows = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))["rows"]
    predicted = {(row["variant"], row["n"]): 1e6 * row["predicted_s"] for row in rows}
    for key, before in points.items():
        if abs(predicted[key] - before) > 0.01 * before:
            fail(f"{' '.join(map(str, key))} is predicted to take {predicted[key]:.3f} us, and points.csv has {before:.3f}: "
                 "make it again, as docs/prediction.md says")


check_tables((SOURCE / PAGE).read_text(encoding="utf-8"))
check_public((SOURCE / PAGE).read_text(encoding="utf-8"))
check_blind((SOURCE / PAGE).read_text(encoding="utf-8"))
check_plot()
check_program()
sys.exit(failures > 0)
