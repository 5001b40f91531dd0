#!/usr/bin/env python3
"""Counts of the inspector beside those of a GPU, kernel by kernel.

usage: compare.py NAME=NCU.csv,INSPECTOR.json ... > table.md

NCU.csv is what ncu writes with --csv --page raw --print-units base and the metrics below (profile.sh
does it); INSPECTOR.json is what the same program wrote with SIMT_INSPECT_JSON, or `gridstride inspect
--json` for a lesson's variant. Launches of kernels of one name are added up on both sides, so both must
have made the same launches. Exits with 1 if a count differs.
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


def base_name(kernel):
    """The kernel's own name: without namespace, return type, template arguments and parameters."""
    name = re.sub(r"<.*", "", kernel.split("(")[0] if "(" in kernel else kernel)
    return name.split()[-1].split("::")[-1]


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


def pair(ncu, inspector):
    """(kernel, ncu's sums, inspector's): by order where the numbers of kernels agree, else by name."""
    if len(ncu) == len(inspector):
        return [(kernel, gpu, own) for (kernel, own), gpu in zip(inspector.items(), ncu.values())]
    by_name = {base_name(kernel): own for kernel, own in inspector.items()}
    return [(kernel, gpu, by_name[base_name(kernel)]) for kernel, gpu in ncu.items()
            if base_name(kernel) in by_name]


def cell(gpu, own):
    return f"{gpu}" if gpu == own else f"**{gpu} / {own}**"


def main(arguments):
    differences = compared = 0
    print("| program | kernel | launches | " + " | ".join(name for name, *_ in COUNTS) + " |")
    print("| --- | --- | ---: |" + " ---: |" * len(COUNTS))
    for argument in arguments:
        name, files = argument.split("=", 1)
        ncu_file, json_file = files.split(",", 1)
        ncu, launches = read_ncu(ncu_file)
        for (kernel, gpu, own), count in zip(pair(ncu, read_inspector(json_file)), launches.values()):
            values = [(gpu[metric], own[label]) for label, metric, *_ in COUNTS]
            compared += len(values)
            differences += sum(a != b for a, b in values)
            print(f"| {name} | `{kernel}` | {count} | " + " | ".join(cell(a, b) for a, b in values) + " |")
    print(f"\n{compared - differences} of {compared} counts are equal.", end="")
    print(" In bold: the GPU's / the inspector's." if differences else "")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
