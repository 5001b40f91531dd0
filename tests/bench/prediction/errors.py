#!/usr/bin/env python3
"""usage: errors.py GRIDSTRIDE [SOURCE]

Holds `gridstride predict` against every recorded time of a kernel whose data are on the device, and
prints the errors, predicted over measured, as tables of Markdown: first the lessons, of
SOURCE/results/recorded or, where it has a later record, beside this script; the same by what binds; how
many of each lesson's times lie within the factors that 9 of 10 of the others' do; in which order the
variants of a workload are; and then kernels with which the model was not made, beside this script. Each
prediction is made from the profile of the GPU of that record, at its n and block. Where the model was
changed after a kernel had been looked at, docs/prediction.md says so.
"""
import concurrent.futures
import glob
import itertools
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


def predict_plan(program, lesson, profile, plan, sizes):
    """The state of the caches, and what `predict` says."""
    workload, dtype, grid, block, cache = plan
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
            return cache, json.load(file)


def predictions(program, lesson, profile, rows):
    """The same keys to the rows of the predictions; those without one lack "predicted_s"."""
    found = {}
    plans = defaultdict(set)
    for workload, _, dtype, n, grid, block, cache in rows:
        plans[(workload, dtype, grid, block, cache)].add(n)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for cache, document in pool.map(lambda plan: predict_plan(program, lesson, profile, *plan), sorted(plans.items())):
            for row in document["rows"]:
                found[tuple(row[name] for name in ("workload", "variant", "dtype", "n", "grid", "block")) + (cache,)] = row
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
    """A line of the table for each state of the caches; of all (ratio, what binds, within the range that
    is said, the factor of that range)."""
    ratios = []
    for cache in ("cold", "warm"):
        here = [key for key in rows if key[-1] == cache]
        found = [(predicted[key]["predicted_s"] / rows[key], predicted[key]["binds"],
                  predicted[key]["least_s"] <= rows[key] <= predicted[key]["most_s"],
                  round(predicted[key]["most_s"] / predicted[key]["predicted_s"], 3))
                 for key in here if predicted.get(key, {}).get("predicted_s")]
        ratios += found
        if found:
            print(f"| {machine} | {name} | {cache} | " + summary([ratio for ratio, *_ in found]).format(len(here) - len(found)), flush=True)
        elif here:
            print(f"| {machine} | {name} | {cache} | 0 | {len(here)} | | | |", flush=True)
    return ratios


def conclude(found):
    factors = [max(ratio, 1 / ratio) for ratio, *_ in found]
    error = sum(abs(ratio - 1) for ratio, *_ in found) / len(found)
    inside = sum(said for _, _, said, _ in found)
    print(f"\nAll {len(found)} times: mean error {100 * error:.1f} %, 9 of 10 within a factor of {quantile(factors, 0.9):.2f}, "
          f"{100 * inside / len(found):.0f} % within the range that is said.\n", flush=True)


def tell_terms(found):
    print("| binds | times | mean error | within 15 % | 9 of 10 within |\n| --- | --- | --- | --- | --- |")
    for term in sorted({binds for _, binds, *_ in found}):
        print(f"| {term} | " + summary([ratio for ratio, binds, *_ in found if binds == term]).replace(" {} |", ""))
    print()


def off_by(found, said):
    """The factors that times are off by, of those of which that range is said."""
    return [max(ratio, 1 / ratio) for ratio, _, _, factor in found if factor == said]


def tell_left_out(lessons):
    """No constant comes from a lesson; what does is the range, so that is what is taken from the others: what 9 of 10 of
    their times lie within, for each of the two ranges that `predict` says."""
    ranges = sorted({factor for found in lessons.values() for _, _, _, factor in found})
    columns = " | ".join(f"the others', of {said}" for said in ranges)
    print(f"| GPU | lesson | times | {columns} | of this lesson's times within |\n| --- | --- | --- | {'--- | ' * len(ranges)}--- |")
    inside = count = 0
    for (machine, lesson), own in lessons.items():
        others = [one for other, found in lessons.items() if other != (machine, lesson) for one in found]
        factors = [quantile(off_by(others, said), 0.9) for said in ranges]
        here = sum(off <= factor for said, factor in zip(ranges, factors) for off in off_by(own, said))
        inside, count = inside + here, count + len(own)
        if own:
            cells = " | ".join(f"a factor of {factor:.2f}" for factor in factors)
            print(f"| {machine} | {lesson} | {len(own)} | {cells} | {100 * here / len(own):.0f} % |")
    print(f"| all | | {count} | {' | ' * len(ranges)}{100 * inside / count:.0f} % |\n", flush=True)


SIZES = (("n to 64Ki", 1 << 16), ("to 4Mi", 1 << 22), ("above", math.inf))
APART = (1.05, 1.1, 1.15, 1.25)  # what lies closer than the first of these may be the other way round in another run


def pairs_by_size(rows, predicted):
    """Of variants of one workload that differ in nothing else: (size, how far apart they were measured, whether the
    predictions are in the same order)."""
    groups = defaultdict(list)
    for key, measured in rows.items():
        workload, _, dtype, n, grid, block, cache = key
        if predicted.get(key, {}).get("predicted_s"):
            groups[(workload, dtype, n, grid, block, cache)].append((measured, predicted[key]["predicted_s"]))
    for (_, _, n, _, _, _), times in groups.items():
        size = next(name for name, most in SIZES if n <= most)
        for (one, one_said), (other, other_said) in itertools.combinations(times, 2):
            yield size, max(one, other) / min(one, other), (one - other) * (one_said - other_said) > 0


def tau(pairs, apart):
    """Kendall's, and of how many pairs: 1 where all are in the measured order, -1 where none is. Of pairs that are so far
    apart; those that are predicted alike count as wrong."""
    right = [is_right for _, ratio, is_right in pairs if ratio > apart]
    return f"{2 * sum(right) / len(right) - 1:.2f} of {len(right)}" if right else ""


def tell_order(orders):
    """`orders`: of each lesson the pairs of pairs_by_size()."""
    def tell_line(machine, name, pairs, apart):
        cells = [tau([pair for pair in pairs if pair[0] == size], apart) for size, _ in SIZES]
        print(f"| {machine} | {name} | {' | '.join(cells)} | {tau(pairs, apart)} |")

    print(f"| GPU | lesson | {' | '.join(size for size, _ in SIZES)} | all |\n| --- | --- | {'--- | ' * len(SIZES)}--- |")
    for (machine, lesson), pairs in orders.items():
        if tau(pairs, APART[0]) != "":
            tell_line(machine, lesson, pairs, APART[0])
    everything = [pair for pairs in orders.values() for pair in pairs]
    for apart in APART:
        tell_line("all", f"over {100 * (apart - 1):.0f} % apart", everything, apart)
    print(flush=True)


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
    lessons, orders = {}, {}
    print(HEAD.format("lesson"))
    for profile in profiles:
        folder = os.path.dirname(profile)
        machine = os.path.basename(folder)
        for lesson, path in records_of_lessons(folder, os.path.join(beside, machine)):
            rows = measured_rows(path)
            predicted = predictions(program, lesson, profile, rows)
            lessons[(machine, lesson)] = tell(machine, lesson, rows, predicted)
            orders[(machine, lesson)] = list(pairs_by_size(rows, predicted))
    found = [one for ratios in lessons.values() for one in ratios]
    conclude(found)
    tell_terms(found)
    tell_left_out(lessons)
    tell_order(orders)
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
