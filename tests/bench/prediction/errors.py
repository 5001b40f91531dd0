#!/usr/bin/env python3
"""usage: errors.py GRIDSTRIDE [SOURCE]

Holds `gridstride predict` against every recorded time of a kernel whose data are on the device, and
prints the errors, predicted over measured, as tables of Markdown: first the lessons, of
SOURCE/results/recorded or, where it has a later record, beside this script; the same by what binds, and
how many of each lesson's times lie within the factor that 9 of 10 of the others' do; and then kernels with
which the model was not made, beside this script. Each prediction is made from the profile of the GPU of
that record, at its n and block. Where the model was changed after a kernel had been looked at,
docs/prediction.md says so.
"""
import glob
import json
import math
import os
import subprocess
import sys
import tempfile
from collections import defaultdict

PEERS = {"cub", "thrust", "cupy", "torch", "numba_cuda", "cublas"}  # libraries: none of them can be predicted


def measured_rows(path):
    """(workload, variant, dtype, n, grid, block, cache) to seconds: the medians of one record."""
    rows = {}
    with open(path) as file:
        document = json.load(file)
    for row in document["benchmarks"]:
        if row.get("residency") == "device" and row.get("cache") and row.get("median_s") and row["variant"] not in PEERS:
            key = [row.get(name, 0) for name in ("workload", "variant", "dtype", "n", "grid", "block", "cache")]
            rows[tuple(key)] = row["median_s"]
    return rows


def predictions(program, lesson, profile, rows):
    """The same keys to the rows of the predictions; those without one lack "predicted_s"."""
    found = {}
    plans = defaultdict(set)
    for workload, _, dtype, n, grid, block, cache in rows:
        plans[(workload, dtype, grid, block, cache)].add(n)
    for (workload, dtype, grid, block, cache), sizes in sorted(plans.items()):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "predicted.json")
            command = [program, "predict", lesson, "--gpu", profile, "--workload", workload, "--dtype", dtype,
                       "--blocks", str(block), "--sizes", ",".join(map(str, sorted(sizes))), "--json", path]
            command += ["--grids", str(grid)] if grid > 0 else []
            result = subprocess.run(command + (["--warm"] if cache == "warm" else []), stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, text=True)
            if result.returncode not in (0, 1):  # 1: none of these kernels has a prediction
                sys.exit(result.stderr)
            with open(path) as file:
                document = json.load(file)
        for row in document["rows"]:
            key = tuple(row[name] for name in ("workload", "variant", "dtype", "n", "grid", "block")) + (cache,)
            found[key] = row
    return found


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


HEAD = """| GPU | {} | caches | times | without a prediction | mean error | within 15 % | 9 of 10 within |
| --- | --- | --- | --- | --- | --- | --- | --- |"""


def summary(ratios):
    """Four columns of a table."""
    errors = [abs(ratio - 1) for ratio in ratios]
    factor = quantile([max(ratio, 1 / ratio) for ratio in ratios], 0.9)
    return (f"{len(ratios)} | {{}} | {100 * sum(errors) / len(errors):.1f} % "
            f"| {100 * sum(error <= 0.15 for error in errors) / len(errors):.0f} % | a factor of {factor:.2f} |")


def tell(machine, name, rows, predicted):
    """A line of the table for each state of the caches; (ratio, what binds, within the range that is said) of all."""
    ratios = []
    for cache in ("cold", "warm"):
        here = [key for key in rows if key[-1] == cache]
        found = [(predicted[key]["predicted_s"] / rows[key], predicted[key]["binds"],
                  predicted[key]["least_s"] <= rows[key] <= predicted[key]["most_s"])
                 for key in here if predicted.get(key, {}).get("predicted_s")]
        ratios += found
        if found:
            print(f"| {machine} | {name} | {cache} | " + summary([ratio for ratio, _, _ in found]).format(len(here) - len(found)), flush=True)
        elif here:
            print(f"| {machine} | {name} | {cache} | 0 | {len(here)} | | | |", flush=True)
    return ratios


def conclude(found):
    factors = [max(ratio, 1 / ratio) for ratio, _, _ in found]
    error = sum(abs(ratio - 1) for ratio, _, _ in found) / len(found)
    inside = sum(said for _, _, said in found)
    print(f"\nAll {len(found)} times: mean error {100 * error:.1f} %, 9 of 10 within a factor of {quantile(factors, 0.9):.2f}, "
          f"{100 * inside / len(found):.0f} % within the range that is said.\n", flush=True)


def tell_terms(found):
    print("| binds | times | mean error | within 15 % | 9 of 10 within |\n| --- | --- | --- | --- | --- |")
    for term in sorted({binds for _, binds, _ in found}):
        print(f"| {term} | " + summary([ratio for ratio, binds, _ in found if binds == term]).replace(" {} |", ""))
    print()


def tell_left_out(lessons):
    """No constant comes from a lesson; what does is the range, so that is what is taken from the others."""
    print("| GPU | lesson | the others' 9 of 10 within | of this lesson's times within it |\n| --- | --- | --- | --- |")
    for name in lessons:
        others = [max(ratio, 1 / ratio) for other in lessons if other != name for ratio, _, _ in lessons[other]]
        own = [max(ratio, 1 / ratio) for ratio, _, _ in lessons[name]]
        if own and others:
            factor = quantile(others, 0.9)
            print(f"| {name[0]} | {name[1]} | a factor of {factor:.2f} | {100 * sum(one <= factor for one in own) / len(own):.0f} % |")
    print()


def records_of_lessons(folder, later):
    """Lesson numbers to the paths of their records."""
    paths = sorted(glob.glob(os.path.join(folder, "lesson*.json"))) + sorted(glob.glob(os.path.join(later, "lesson*.json")))
    found = {os.path.basename(path)[len("lesson"):-len(".json")]: path for path in paths}
    return sorted(found.items(), key=lambda item: int(item[0]))


def main():
    program = sys.argv[1]
    source = sys.argv[2] if len(sys.argv) > 2 else "."
    beside = os.path.join(source, "tests/bench/prediction")
    profiles = sorted(glob.glob(os.path.join(source, "results/recorded/*/profile.json")))
    lessons = {}
    print(HEAD.format("lesson"))
    for profile in profiles:
        folder = os.path.dirname(profile)
        machine = os.path.basename(folder)
        for lesson, path in records_of_lessons(folder, os.path.join(beside, machine)):
            rows = measured_rows(path)
            lessons[(machine, lesson)] = tell(machine, lesson, rows, predictions(program, lesson, profile, rows))
    found = [one for ratios in lessons.values() for one in ratios]
    conclude(found)
    tell_terms(found)
    tell_left_out(lessons)
    found = []
    print(HEAD.format("kernel"))
    for profile in profiles:
        machine = os.path.basename(os.path.dirname(profile))
        for path in sorted(glob.glob(os.path.join(beside, machine, "kernel-*.json"))):
            name = os.path.basename(path)[len("kernel-"):-len(".json")]
            kernels = [os.path.join(source, folder, name + ".cu") for folder in ("tests/bench/prediction/kernels", "examples")]
            kernel, = filter(os.path.exists, kernels)
            rows = measured_rows(path)
            found += tell(machine, name, rows, predictions(program, kernel, profile, rows))
    conclude(found)


if __name__ == "__main__":
    main()
