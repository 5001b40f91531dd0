#!/usr/bin/env python3
"""usage: public.py MEASURED.csv PREDICTED.csv

A table of Markdown: the kernels of public programs, each at the size of which it had most threads, as a GPU took them and
as they were predicted. MEASURED has a row for each launch of each program, in order; PREDICTED the same launches, by their
index. The first launch of a kernel is left out, as its code is in no cache then. What ran in one of the two alone, or in
grids that are not the same, is named at the end.
"""
import csv
import statistics
import subprocess
import sys
from collections import defaultdict

EXTENT = ("grid_x", "grid_y", "grid_z", "block_x", "block_y", "block_z")


def rows_of(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def names_of(mangled):
    """Without parameters."""
    mangled = sorted(mangled)
    printed = subprocess.run(["c++filt", "-p", *mangled], stdout=subprocess.PIPE, text=True, check=True).stdout
    return {one: name.removeprefix("void ").replace(", ", ",") for one, name in zip(mangled, printed.splitlines())}


def extent_of(row):
    return tuple(int(row[name]) for name in EXTENT)


def threads_of(extent):
    threads = 1
    for count in extent:
        threads *= count
    return threads


def launches_of(measured, predicted):
    """(program, mangled kernel) to its launches, behind the first, as (extent, seconds, row that was predicted); and the
    programs that have launches in one file only."""
    said = {(row["program"], row["index"]): row for row in predicted}
    launches, seen, matched = defaultdict(list), set(), set()
    for row in measured:
        key, extent = (row["program"], row["kernel"]), extent_of(row)
        other = said.get((row["program"], row["index"]))
        if key in seen and other is not None and extent_of(other) == extent and float(row["us"]) > 0:
            launches[key].append((extent, float(row["us"]), other))
            matched.add(key)
        seen.add(key)
    return launches, sorted(seen - matched)


def line_of(launches):
    """What the table has of one kernel."""
    extent = max((extent for extent, _, _ in launches), key=threads_of)
    here = [(us, row) for one, us, row in launches if one == extent]
    row = next((row for _, row in here if not row["us"]), here[0][1])
    return {"extent": extent, "us": statistics.median(us for us, _ in here),
            "said": statistics.median(float(row["us"]) for _, row in here) if row["us"] else None,
            "factor": float(row["factor"] or 0), "binds": row["binds"], "why": row["why_none"]}


def extent_text(extent):
    def text(counts):
        while len(counts) > 1 and counts[-1] == 1:
            counts = counts[:-1]
        return " x ".join(map(str, counts))
    return f"{text(extent[:3])} | {text(extent[3:])}"


def main():
    measured, predicted = map(rows_of, sys.argv[1:3])
    launches, unmatched = launches_of(measured, predicted)
    names = names_of({row["kernel"] for row in measured})
    lines = {key: line_of(found) for key, found in launches.items()}
    with_number = {key: line["said"] / line["us"] for key, line in lines.items() if line["said"]}
    print("| program | kernel | blocks | threads of each | measured | predicted | binds | error |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    for key, ratio in sorted(with_number.items(), key=lambda item: abs(item[1] - 1)):
        line = lines[key]
        print(f"| {key[0]} | {names[key[1]]} | {extent_text(line['extent'])} | {line['us']:.1f} us | {line['said']:.1f} us "
              f"| {line['binds']} | {100 * (ratio - 1):+.0f} % |")
    print("\nNo prediction:\n")
    for key in sorted(lines.keys() - with_number.keys()):
        print(f"- {key[0]}, {names[key[1]]}: {lines[key]['us']:.1f} us; {lines[key]['why']}")
    errors = [abs(ratio - 1) for ratio in with_number.values()]
    inside = sum(1 / lines[key]["factor"] <= ratio <= lines[key]["factor"] for key, ratio in with_number.items())
    print(f"\nMean error {100 * statistics.mean(errors):.1f} % of {len(errors)} kernels of {len({key[0] for key in with_number})} programs, "
          f"in the middle {100 * statistics.median(errors):.1f} %, without the greatest {100 * statistics.mean(sorted(errors)[:-1]):.1f} %; {100 * inside / len(errors):.0f} % within the range that is said; "
          f"{len(lines) - len(errors)} without a number.")
    print("In one file alone: " + ", ".join(f"{program} {names[kernel]}" for program, kernel in unmatched))


if __name__ == "__main__":
    main()
