#!/usr/bin/env python3
"""What the inspector and compute-sanitizer find in the corpus, as a table in Markdown.

usage: comparison.py SANITIZER.txt INSPECTOR.csv... > table.md

SANITIZER.txt is what sanitizer.sh printed on a GPU; each INSPECTOR.csv is what `corpus_test --table`
printed for one source. A tool counts as finding a case if it reports an error of its own kind in it,
wherever; the inspector, if it reports a marked kind on a line marked with it (the tests ask for all).
"""
import collections
import csv
import re
import sys

# What each tool's own reports look like.
REPORTS = {
    "memcheck": r"Invalid __|Misaligned|Leaked|Program hit|Host API memory access|invalid free|Invalid size",
    "racecheck": r"Race reported",
    "initcheck": r"Uninitialized",
    "synccheck": r"Barrier error",
}


def read_sanitizer(path):
    """{case: set of the tools that report something}; a case without a report is there too."""
    found, current, tool = {}, None, None
    with open(path, errors="replace") as file:
        for line in file:
            if line.startswith("@@ "):
                _, _, current, tool = line.split()[:4]
                found.setdefault(current, set())
            elif current and re.search(REPORTS[tool], line):
                found[current].add(tool)
    return found


def read_inspector(paths):
    """{case: (its first kind, whether one of its marks was found)}"""
    cases = collections.OrderedDict()
    for path in paths:
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                kinds = cases.setdefault(row["case"], collections.OrderedDict())
                kinds[row["kind"]] = kinds.get(row["kind"], False) or row["found"] == "yes"
    return {case: (next(iter(kinds)), any(kinds.values())) for case, kinds in cases.items()}


def main(arguments):
    sanitizer = read_sanitizer(arguments[0])
    kinds = collections.OrderedDict()
    for case, (kind, own) in read_inspector(arguments[1:]).items():
        row = kinds.setdefault(kind, collections.Counter())
        row["cases"] += 1
        row["inspector"] += own
        if case not in sanitizer:
            row["not run"] += 1
            continue
        tools = sanitizer[case]
        row["sanitizer"] += bool(tools)
        row["both"] += own and bool(tools)
        for tool in tools:
            row[tool] += 1
    columns = ["cases", "inspector", "sanitizer", "both", "not run", *REPORTS]
    print("| kind of fault | cases | inspector | compute-sanitizer | both | not run on the GPU | "
          + " | ".join(REPORTS) + " |")
    print("| --- |" + " ---: |" * len(columns))
    for kind, row in sorted(kinds.items()):
        print(f"| {kind} | " + " | ".join(str(row[column]) for column in columns) + " |")
    print("| **all** | " + " | ".join(str(sum(row[column] for row in kinds.values()))
                                     for column in columns) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
