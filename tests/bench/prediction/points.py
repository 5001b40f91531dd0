#!/usr/bin/env python3
"""usage: points.py GRIDSTRIDE [SOURCE]

Predicts every recorded time of a kernel whose data are on the device, each from the profile of the GPU of
that record, at its n and block, and writes both times to points.csv beside this script. The lessons come
from SOURCE/results/recorded or, where it has a later record, from beside this script; kernels with which
the model was not made are beside it, too. errors.py prints what is in points.csv as tables, and the command
plot draws it.
"""
import concurrent.futures
import csv
import glob
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict

PEERS = {"cub", "thrust", "cupy", "torch", "numba_cuda", "cublas"}  # libraries: none of them can be predicted
COLUMNS = ("gpu", "subject", "workload", "variant", "dtype", "n", "grid", "block", "caches", "measured_us", "predicted_us",
           "least_us", "most_us", "binds")


def measured_rows(path):
    """(workload, variant, dtype, n, grid, block, caches) to seconds: the medians of one record."""
    rows = {}
    with open(path) as file:
        document = json.load(file)
    for row in document["benchmarks"]:
        if row.get("residency") == "device" and row.get("cache") and row.get("median_s") and row["variant"] not in PEERS:
            key = [row.get(name, 0) for name in ("workload", "variant", "dtype", "n", "grid", "block", "cache")]
            rows[tuple(key)] = row["median_s"]
    return rows


def predict_plan(program, subject, profile, plan, sizes):
    """The state of the caches, and what `predict` says."""
    workload, dtype, grid, block, caches = plan
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "predicted.json")
        command = [program, "predict", subject, "--gpu", profile, "--workload", workload, "--dtype", dtype,
                   "--blocks", str(block), "--sizes", ",".join(map(str, sorted(sizes))), "--json", path]
        command += ["--grids", str(grid)] if grid > 0 else []
        result = subprocess.run(command + (["--warm"] if caches == "warm" else []), stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, text=True)
        if result.returncode not in (0, 1):  # 1: none of these kernels has a prediction
            sys.exit(result.stderr)
        with open(path) as file:
            return caches, json.load(file)


def predictions(program, subject, profile, rows):
    """The same keys to the rows of the predictions; those without one lack "predicted_s"."""
    found = {}
    plans = defaultdict(set)
    for workload, _, dtype, n, grid, block, caches in rows:
        plans[(workload, dtype, grid, block, caches)].add(n)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for caches, document in pool.map(lambda plan: predict_plan(program, subject, profile, *plan), sorted(plans.items())):
            for row in document["rows"]:
                found[tuple(row[name] for name in ("workload", "variant", "dtype", "n", "grid", "block")) + (caches,)] = row
    return found


def microseconds(seconds):
    return f"{1e6 * seconds:.9g}"


def points_of(program, machine, name, subject, profile, record):
    """The lines of one record. `subject` is what `predict` is told; a time without a prediction has none here."""
    rows = measured_rows(record)
    predicted = predictions(program, subject, profile, rows)
    for key, measured in rows.items():
        row = predicted.get(key, {})
        said = ["", "", "", ""]
        if row.get("predicted_s"):
            said = [microseconds(row[one]) for one in ("predicted_s", "least_s", "most_s")] + [row["binds"]]
        yield [machine, name, *key, microseconds(measured), *said]


def records_of_lessons(folder, later):
    """Lesson numbers, and the paths of their records: lesson13.json, or lesson13_f32.json of one dtype alone."""
    paths = sorted(glob.glob(os.path.join(folder, "lesson*.json"))) + sorted(glob.glob(os.path.join(later, "lesson*.json")))
    found = {os.path.basename(path)[len("lesson"):-len(".json")]: path for path in paths}
    records = [(int(name.split("_")[0]), path) for name, path in found.items()]
    return sorted(records)


def kernel_file(source, name):
    kernels = [os.path.join(source, folder, name + ".cu") for folder in ("tests/bench/prediction/kernels", "examples")]
    kernel, = filter(os.path.exists, kernels)
    return kernel


def all_points(program, source):
    beside = os.path.join(source, "tests/bench/prediction")
    for profile in sorted(glob.glob(os.path.join(source, "results/recorded/*/profile.json"))):
        folder = os.path.dirname(profile)
        machine = os.path.basename(folder)
        for lesson, record in records_of_lessons(folder, os.path.join(beside, machine)):
            yield from points_of(program, machine, f"lesson{lesson}", str(lesson), profile, record)
        for record in sorted(glob.glob(os.path.join(beside, machine, "kernel-*.json"))):
            subject = os.path.basename(record)[:-len(".json")]
            yield from points_of(program, machine, subject, kernel_file(source, subject[len("kernel-"):]), profile, record)


def main():
    source = sys.argv[2] if len(sys.argv) > 2 else "."
    points = list(all_points(sys.argv[1], source))
    with open(os.path.join(source, "tests/bench/prediction/points.csv"), "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(points)


if __name__ == "__main__":
    main()
