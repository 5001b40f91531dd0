#!/usr/bin/env python3
"""usage: errors.py GRIDSTRIDE [RECORDED]

Holds `gridstride predict` against every recorded time of a kernel whose data are on the device
(RECORDED: results/recorded), and prints the errors, predicted over measured, as a table of Markdown.
Each prediction is made from the profile of the GPU of that record, at its n and block.
"""
import glob
import json
import math
import os
import subprocess
import sys
import tempfile
from collections import defaultdict


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


def main():
    program = sys.argv[1]
    recorded = sys.argv[2] if len(sys.argv) > 2 else "results/recorded"
    factors = []
    print("| GPU | lesson | caches | times | without a prediction | mean error | within 15 % | 9 of 10 within |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for profile in sorted(glob.glob(os.path.join(recorded, "*", "profile.json"))):
        machine = os.path.basename(os.path.dirname(profile))
        for path in sorted(glob.glob(os.path.join(recorded, machine, "lesson[2-6].json"))):
            lesson = os.path.basename(path)[len("lesson"):-len(".json")]
            rows = measured_rows(path)
            predicted = predictions(program, lesson, profile, rows)
            for cache in ("cold", "warm"):
                here = [key for key in rows if key[-1] == cache]
                ratios = [predicted[key] / rows[key] for key in here if predicted.get(key)]
                if not ratios:
                    continue
                errors = [abs(ratio - 1) for ratio in ratios]
                factor = quantile([max(ratio, 1 / ratio) for ratio in ratios], 0.9)
                factors += [max(ratio, 1 / ratio) for ratio in ratios]
                print(f"| {machine} | {lesson} | {cache} | {len(ratios)} | {len(here) - len(ratios)} "
                      f"| {100 * sum(errors) / len(errors):.1f} % "
                      f"| {100 * sum(error <= 0.15 for error in errors) / len(errors):.0f} % | a factor of {factor:.2f} |",
                      flush=True)
    print(f"\nAll {len(factors)} times: 9 of 10 within a factor of {quantile(factors, 0.9):.2f}.")


if __name__ == "__main__":
    main()
