#!/usr/bin/env python3
"""usage: errors.py GRIDSTRIDE [SOURCE]

Holds `gridstride predict` against every recorded time of a kernel whose data are on the device, and
prints the errors, predicted over measured, as tables of Markdown: first the lessons, of
SOURCE/results/recorded, and then kernels with which the model was not made, beside this script. Each
prediction is made from the profile of the GPU of that record, at its n and block. Where the model was
changed after a kernel had been looked at, docs/prediction.md says so.
"""
import glob
import json
import math
import os
import subprocess
import sys
import tempfile
from collections import defaultdict


RANGE = 1.25  # GS_PREDICTION_FACTOR: the range that is said with a prediction


def measured_rows(path):
    """(workload, variant, dtype, n, grid, block, cache) to seconds: the medians of one record."""
    rows = {}
    with open(path) as file:
        document = json.load(file)
    for row in document["benchmarks"]:
        if row.get("residency") == "device" and row.get("cache") and row.get("median_s"):
            key = [row.get(name, 0) for name in ("workload", "variant", "dtype", "n", "grid", "block", "cache")]
            rows[tuple(key)] = row["median_s"]
    return rows


def predictions(program, lesson, profile, rows):
    """The same keys to predicted seconds, or to None where there is none."""
    found = {}
    plans = defaultdict(set)
    for workload, _, dtype, n, _, block, cache in rows:
        plans[(workload, dtype, block, cache)].add(n)
    for (workload, dtype, block, cache), sizes in sorted(plans.items()):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "predicted.json")
            command = [program, "predict", lesson, "--gpu", profile, "--workload", workload, "--dtype", dtype,
                       "--blocks", str(block), "--sizes", ",".join(map(str, sorted(sizes))), "--json", path]
            result = subprocess.run(command + (["--warm"] if cache == "warm" else []), stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, text=True)
            if result.returncode not in (0, 1):  # 1: none of these kernels has a prediction
                sys.exit(result.stderr)
            with open(path) as file:
                document = json.load(file)
        for row in document["rows"]:
            key = tuple(row[name] for name in ("workload", "variant", "dtype", "n", "grid", "block")) + (cache,)
            found[key] = row.get("predicted_s")
    return found


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)]


HEAD = """| GPU | {} | caches | times | without a prediction | mean error | within 15 % | 9 of 10 within |
| --- | --- | --- | --- | --- | --- | --- | --- |"""


def tell(machine, name, rows, predicted):
    """A line of the table for each state of the caches; predicted over measured, of all."""
    ratios = []
    for cache in ("cold", "warm"):
        here = [key for key in rows if key[-1] == cache]
        found = [predicted[key] / rows[key] for key in here if predicted.get(key)]
        ratios += found
        if not found:
            continue
        errors = [abs(ratio - 1) for ratio in found]
        factor = quantile([max(ratio, 1 / ratio) for ratio in found], 0.9)
        print(f"| {machine} | {name} | {cache} | {len(found)} | {len(here) - len(found)} "
              f"| {100 * sum(errors) / len(errors):.1f} % "
              f"| {100 * sum(error <= 0.15 for error in errors) / len(errors):.0f} % | a factor of {factor:.2f} |", flush=True)
    return ratios


def conclude(ratios):
    factors = [max(ratio, 1 / ratio) for ratio in ratios]
    error = sum(abs(ratio - 1) for ratio in ratios) / len(ratios)
    inside = sum(factor <= RANGE for factor in factors)
    print(f"\nAll {len(factors)} times: mean error {100 * error:.1f} %, 9 of 10 within a factor of {quantile(factors, 0.9):.2f}, "
          f"{100 * inside / len(factors):.0f} % within {RANGE}.\n", flush=True)


def main():
    program = sys.argv[1]
    source = sys.argv[2] if len(sys.argv) > 2 else "."
    beside = os.path.join(source, "tests/bench/prediction")
    profiles = sorted(glob.glob(os.path.join(source, "results/recorded/*/profile.json")))
    ratios = []
    print(HEAD.format("lesson"))
    for profile in profiles:
        folder = os.path.dirname(profile)
        for path in sorted(glob.glob(os.path.join(folder, "lesson[2-6].json"))):
            lesson = os.path.basename(path)[len("lesson"):-len(".json")]
            rows = measured_rows(path)
            ratios += tell(os.path.basename(folder), lesson, rows, predictions(program, lesson, profile, rows))
    conclude(ratios)
    ratios = []
    print(HEAD.format("kernel"))
    for profile in profiles:
        machine = os.path.basename(os.path.dirname(profile))
        for path in sorted(glob.glob(os.path.join(beside, machine, "kernel-*.json"))):
            name = os.path.basename(path)[len("kernel-"):-len(".json")]
            kernels = [os.path.join(source, folder, name + ".cu") for folder in ("tests/bench/prediction/kernels", "examples")]
            kernel, = filter(os.path.exists, kernels)
            rows = measured_rows(path)
            ratios += tell(machine, name, rows, predictions(program, kernel, profile, rows))
    conclude(ratios)


if __name__ == "__main__":
    main()
