#!/usr/bin/env python3
"""Counts of the inspector beside those of a GPU, kernel by kernel.

usage: compare.py NAME=NCU.csv,INSPECTOR.json[,SOURCE.cu] ... > table.md

NCU.csv is what ncu writes with --csv --page raw --print-units base and the metrics below;
INSPECTOR.json is what the same program wrote with SIMT_INSPECT_JSON, or `gridstride inspect --json`
for one variant of a lesson. README.md has the commands. Without SOURCE.cu each kernel is compared, in
the order of the launches. With it all kernels that are defined there are added up, and the GPU may have
made all launches several times, as gridstride verify does. Exits with 1 if a count differs.
"""
import collections
import csv
import json
import re
import sys

# What is compared: a name, ncu's metric, and the inspector's space, kind and field.
COUNTS = [
    ("load requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "global", "load", "requests"),
    ("load sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "global", "load", "sectors"),
    ("store requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "global", "store", "requests"),
    ("store sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "global", "store", "sectors"),
    ("shared load wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "shared", "load",
     "wavefronts"),
    ("shared store wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "shared",
     "store", "wavefronts"),
]


def key_of(kernel):
    """Name and template arguments, as both sides write them alike."""
    match = re.match(r"(?:void\s+)?([^(<]*)(<.*>)?", re.sub(r"\((?:int|bool|unsigned int)\)", "", kernel))
    return (match.group(1).strip().split("::")[-1] + (match.group(2) or "")).replace(" ", "")


def read_ncu(path):
    """Sums by kernel, in the order of the first launch; the number of launches."""
    sums, launches = collections.OrderedDict(), collections.Counter()
    with open(path, newline="") as file:
        rows = [row for row in csv.reader(file) if len(row) > 5]
    header = rows[0]
    for row in rows[2:]:
        record = dict(zip(header, row))
        kernel = key_of(record["Kernel Name"])
        launches[kernel] += 1
        entry = sums.setdefault(kernel, collections.Counter())
        for _, metric, _, _, _ in COUNTS:
            entry[metric] += int(float((record.get(metric) or "0").replace(",", "") or 0))
    return sums, launches


def find_counts(document):
    """All lists of accesses in the document, wherever they are."""
    if isinstance(document, dict):
        for name, value in document.items():
            if name == "accesses" and isinstance(value, list):
                yield from value
            else:
                yield from find_counts(value)
    elif isinstance(document, list):
        for value in document:
            yield from find_counts(value)


def read_inspector(path):
    sums = collections.OrderedDict()
    with open(path) as file:
        document = json.load(file)
    for access in find_counts(document):
        entry = sums.setdefault(access["kernel"].replace(" ", ""), collections.Counter())
        for name, _, space, kind, field in COUNTS:
            if access["space"] == space and access["kind"] == kind:
                entry[name] += access[field]
    return sums


def kernels_of(source):
    """Names of the kernels that a file defines."""
    with open(source) as file:
        text = re.sub(r"__launch_bounds__\s*\([^)]*\)", "", file.read())
    return set(re.findall(r"__global__[^;{]*?void\s+(\w+)\s*\(", text))


def total(sums, names=None):
    """All kernels of the names (None: all) in one."""
    whole = collections.Counter()
    for kernel, entry in sums.items():
        if names is None or re.match(r"(?:void)?(\w+)", kernel).group(1) in names:
            whole.update(entry)
    return whole


def repeats(gpu, own):
    """How often the GPU ran what the inspector ran once."""
    ratios = {gpu[metric] // own[label] for label, metric, *_ in COUNTS if own[label]}
    return max(1, min(ratios, default=1))


def rows(name, files):
    """(program, kernel, repeats, the GPU's and the inspector's counts)"""
    ncu, launches = read_ncu(files[0])
    inspector = read_inspector(files[1])
    if len(files) > 2:
        gpu, own = total(ncu, kernels_of(files[2])), total(inspector)
        times = repeats(gpu, own)
        yield name, "all", times, [(gpu[metric], times * own[label]) for label, metric, *_ in COUNTS]
        return
    for (kernel, own), gpu, times in zip(inspector.items(), ncu.values(), launches.values()):
        yield name, kernel, times, [(gpu[metric], own[label]) for label, metric, *_ in COUNTS]


def cell(gpu, own):
    return f"{gpu}" if gpu == own else f"**{gpu} / {own}**"


def main(arguments):
    differences = compared = 0
    print("| program | kernel | runs | " + " | ".join(name for name, *_ in COUNTS) + " |")
    print("| --- | --- | ---: |" + " ---: |" * len(COUNTS))
    for argument in arguments:
        name, files = argument.split("=", 1)
        for program, kernel, times, values in rows(name, files.split(",")):
            compared += len(values)
            differences += sum(a != b for a, b in values)
            cells = " | ".join(cell(a, b) for a, b in values)
            print(f"| {program} | `{kernel}` | {times} | {cells} |")
    print(f"\n{compared - differences} of {compared} counts are equal.", end="")
    print(" In bold: the GPU's / the inspector's." if differences else "")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
