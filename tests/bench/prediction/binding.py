#!/usr/bin/env python3
"""usage: binding.py measure BINDING.csv [GRIDSTRIDE]
       binding.py compare BINDING.csv GRIDSTRIDE PROFILE.json

What binds kernels, as Nsight Compute says it, beside the term that `gridstride predict` says.

measure, on a machine with a GPU and ncu: runs each of CASES under ncu, in `gridstride verify`, and writes what
ncu counted to BINDING.csv, a line for each. It takes about two minutes. GRIDSTRIDE is the program (default:
gridstride-cuda, or gridstride, of PATH).
compare, anywhere: prints a table of Markdown. PROFILE.json is the profile of that GPU, GRIDSTRIDE a program
that predicts. Exits with 1 where the terms of fewer than 20 kernels are the same.
"""
import csv
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import namedtuple

# A variant at one size, and its first kernel, by the name in the source. Where it launches more, that one does
# nearly all of the work.
Case = namedtuple("Case", "lesson workload variant dtype n grid block kernel")
CASES = [
    Case(0, "global_index", "one_dimension", "i64", 1 << 20, 0, 256, "one_dimension"),
    Case(1, "race_add", "atomic", "f32", 32, 32, 1024, "atomic"),
    Case(1, "race_add", "block_then_atomic", "f32", 2, 1024, 1024, "block_then_atomic"),
    Case(2, "double_2d", "column_major", "f32", 1 << 24, 0, 256, "double_column_major"),
    Case(2, "grid_add", "one_per_thread", "f32", 1 << 24, 0, 32, "add_one_per_thread"),
    Case(2, "grid_add", "vector4", "f32", 1 << 24, 0, 256, "add_vector4"),
    Case(3, "vecadd", "one_per_thread", "f32", 1 << 24, 0, 256, "one_per_thread"),
    Case(3, "vecadd", "one_per_thread", "i64", 1 << 24, 0, 64, "one_per_thread"),
    Case(3, "vecadd", "grid_stride", "f64", 1 << 16, 0, 256, "grid_stride"),
    Case(3, "vecadd", "vector4", "f32", 1 << 12, 0, 256, "vector4"),
    Case(4, "gaussian_pdf", "double_literals", "f32", 1 << 24, 0, 256, "one_per_thread"),
    Case(4, "gaussian_pdf", "hoisted", "f32", 1 << 24, 0, 256, "one_per_thread"),
    Case(4, "gaussian_pdf", "float_literals", "f64", 1 << 24, 0, 256, "one_per_thread"),
    Case(6, "sum", "shared_tree", "f32", 1 << 26, 0, 1024, "shared_tree"),
    Case(6, "sum", "grid_stride", "f32", 1 << 26, 0, 256, "grid_stride"),
    Case(6, "sum", "single_pass", "f64", 1 << 24, 0, 256, "single_pass"),
    Case(6, "pi", "grid_stride", "f64", 1 << 26, 0, 256, "grid_stride"),
    Case(7, "transpose", "naive", "f32", 1 << 24, 0, 256, "turn_naive"),
    Case(7, "transpose", "tile", "f32", 1 << 24, 0, 512, "turn_tile"),
    Case(7, "transpose", "padded", "f32", 1 << 24, 0, 256, "turn_tile"),
    Case(7, "transpose", "vector4", "f32", 1 << 16, 0, 256, "turn_vector4"),
    Case(7, "copy_2d", "tile", "f64", 1 << 24, 0, 256, "copy_tile"),
    Case(10, "inclusive_sum", "single_pass", "f32", 1 << 24, 0, 256, "single_pass"),
    Case(11, "uniform", "lanes", "i32", 1 << 24, 0, 256, "lanes"),
    Case(12, "softmax", "block", "f32", 1 << 24, 0, 256, "block"),
    Case(13, "tree", "one_kernel", "f32", 1 << 20, 0, 256, "add_slices"),
]

OF_PEAK = ".avg.pct_of_peak_sustained_elapsed"
# What is at its limit, by its share of what it can do at the most, and the term that says so. Kernels of the profile
# reach 98 % of these peaks and more: passes through shared memory, multiply-adds.
UNITS = {
    "l1tex__data_pipe_lsu_wavefronts_mem_shared" + OF_PEAK: "shared",
    "lts__d_atomic_input_cycles_active.max.pct_of_peak_sustained_elapsed": "atomics",
    "sm__inst_executed_pipe_fma" + OF_PEAK: "arithmetic",
    "sm__inst_executed_pipe_fp64" + OF_PEAK: "arithmetic",
    "sm__pipe_fp64_cycles_active" + OF_PEAK: "arithmetic",
    "sm__inst_executed_pipe_xu" + OF_PEAK: "arithmetic",
    "sm__inst_executed_pipe_alu" + OF_PEAK: "instructions",
    "sm__inst_issued" + OF_PEAK: "instructions",
    "l1tex__data_pipe_lsu_wavefronts" + OF_PEAK: "L1",  # shared memory and the L1 together; predict has no such term
}
# Peaks that no copy reaches: dram__throughput is of what the chips could send, and lts__throughput is of the busiest of
# the L2's parts, among them those that pass sectors on to memory. The first one is recorded, and not used.
L2_BUSY, MEMORY_BUSY = "lts__throughput" + OF_PEAK, "dram__throughput" + OF_PEAK
# What warps wait for where nothing is at its limit: warps that do so, for each instruction that is issued.
STALLS = {
    "long_scoreboard": "loads",
    "lg_throttle": "loads",
    "short_scoreboard": "shared",
    "mio_throttle": "shared",
    "barrier": "barriers",
    "membar": "atomics",
    "math_pipe_throttle": "arithmetic",
    "wait": "instructions",
    "no_instruction": "instructions",
    "dispatch_stall": "instructions",
    "not_selected": "instructions",
    "drain": "loads",
}


def stall_metric(name):
    return f"smsp__average_warps_issue_stalled_{name}_per_issue_active.ratio"


DURATION, WAVES, BLOCKS = "gpu__time_duration.sum", "launch__waves_per_multiprocessor", "launch__grid_size"
REACHED, POSSIBLE = "sm__warps_active.avg.pct_of_peak_sustained_active", "sm__maximum_warps_per_active_cycle_pct"
ACTIVE = "sm__cycles_active" + OF_PEAK
OTHERS = [DURATION, WAVES, BLOCKS, REACHED, POSSIBLE, ACTIVE, "launch__block_size", "launch__registers_per_thread",
          "smsp__inst_executed.sum", "dram__bytes_read.sum", "dram__bytes_write.sum", "lts__t_sectors.sum",
          "lts__t_sectors_op_read.sum", "lts__t_sectors_op_write.sum", "lts__t_sectors_op_atom.sum", "lts__t_sectors_op_red.sum",
          "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", "l1tex__throughput" + OF_PEAK]
METRICS = [*OTHERS, MEMORY_BUSY, L2_BUSY, *UNITS, *map(stall_metric, STALLS)]


# ---- measure

MOST_SECONDS = 60  # of one case


def known_metrics():
    """METRICS, less those that this GPU does not count: ncu refuses them. It does not list those of the launch."""
    result = subprocess.run(["ncu", "--query-metrics"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    listed = set(re.findall(r"^(\w+__\w+)", result.stdout, re.MULTILINE))
    if not listed:
        return METRICS
    return [metric for metric in METRICS if "." not in metric or metric.split(".")[0] in listed]


def read_launch(path):
    """The values of the one launch in what ncu wrote; {} where there is none."""
    with open(path, newline="") as file:
        rows = [row for row in csv.reader(file) if len(row) > 5]
    if len(rows) < 3:  # the heads, the units and the launches
        return {}
    values = dict(zip(rows[0], rows[2]))
    return {name: values.get(name, "").replace(",", "").replace("n/a", "") for name in METRICS}


def profile_case(program, case, metrics, folder):
    log = os.path.join(folder, "ncu.csv")
    if os.path.exists(log):
        os.remove(log)
    command = ["ncu", "--target-processes", "all", "--kernel-name", f"regex:^{case.kernel}$", "--launch-count", "1",
               "--cache-control", "all", "--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base",
               "--metrics", ",".join(metrics), "--log-file", log,
               program, "verify", str(case.lesson), "--workload", case.workload, "--variant", case.variant, "--dtype", case.dtype,
               "--sizes", str(case.n), "--blocks", str(case.block), "--device", "cuda", "--out", folder, "--quiet"]
    command += ["--grids", str(case.grid)] if case.grid else []
    with open(os.path.join(folder, "said.txt"), "w+") as said_file:
        try:
            status = subprocess.run(command, stdout=said_file, stderr=subprocess.STDOUT, timeout=MOST_SECONDS).returncode
        except subprocess.TimeoutExpired:
            status = f"none after {MOST_SECONDS} s"
        said_file.seek(0)
        said = said_file.read()
    found = read_launch(log) if os.path.exists(log) else {}
    if not found:
        if os.path.exists(log):
            with open(log) as file:
                said += file.read()
        print(f"{case.workload}/{case.variant}: ncu counted no launch of {case.kernel}; exit status {status}:\n{said[-2000:]}",
              file=sys.stderr)
    return found


def measure(path, program):
    if program is None or shutil.which("ncu") is None:
        sys.exit("binding.py: measure needs ncu and gridstride-cuda, or gridstride, in PATH")
    metrics = known_metrics()
    for metric in METRICS:
        if metric not in metrics:
            print(f"this GPU does not count {metric}", file=sys.stderr)
    counted = 0
    with tempfile.TemporaryDirectory() as folder, open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, [*Case._fields, *METRICS], lineterminator="\n")
        writer.writeheader()
        for case in CASES:
            begin = time.monotonic()
            found = profile_case(program, case, metrics, folder)
            if found:
                writer.writerow({**case._asdict(), **found})
                file.flush()
                counted += 1
            print(f"{case.workload}/{case.variant}/{case.dtype}: {time.monotonic() - begin:.1f} s", file=sys.stderr)
    return 0 if counted == len(CASES) else 1


# ---- compare

AT_ITS_LIMIT = 60  # percent: below it Nsight Compute says of a unit that it is not what a kernel waits for
ALIKE = 5  # percent of the time: terms that are closer both bind
SECTOR_BYTES = 32


def value(row, metric):
    return float(row[metric] or 0)


def curve_at(points, at):
    """Between two points by the logarithm of `at`, as predict reads a curve."""
    for (low, first), (high, second) in zip(points, points[1:]):
        if at <= high:
            part = max(0, math.log(at / low) / math.log(high / low))
            return first + part * (second - first)
    return points[-1][1]


def shares_of(row, profile):
    """Name of what is at work to (its term, its share in percent): of what kernels of the profile reach, where it says it."""
    numbers, curves = profile["numbers"], profile["curves"]
    seconds = value(row, DURATION) / 1e9
    read, written = value(row, "dram__bytes_read.sum"), value(row, "dram__bytes_write.sum")
    reads_alone = max(rate for _, rate in curves["read_bytes_per_s"]["points"])
    best = reads_alone if 10 * written < read else numbers["copy_bytes_per_s"]
    sectors = value(row, "lts__t_sectors.sum")
    block_s = curve_at(curves["block_s"]["points"], value(row, "launch__block_size"))
    shares = {"bytes of memory": ("memory", (read + written) / best / seconds),
              "sectors of the L2": ("L2", SECTOR_BYTES * sectors / numbers["l2_read_bytes_per_s"] / seconds),
              "starts of blocks": ("blocks", value(row, BLOCKS) * block_s / seconds)}
    return {**{name: (term, 100 * share) for name, (term, share) in shares.items()},
            **{metric.split(".")[0]: (term, value(row, metric)) for metric, term in UNITS.items()}}


def served_by(row, shares):
    """What serves the loads, stores and atomic functions that warps wait for."""
    sectors = value(row, "lts__t_sectors.sum")
    if 2 * (value(row, "lts__t_sectors_op_atom.sum") + value(row, "lts__t_sectors_op_red.sum")) > sectors:
        return "atomics"
    return "memory" if shares["bytes of memory"][1] >= shares["sectors of the L2"][1] else "L2"


def bound_by(row, profile):
    """The terms that bind a launch, the first one most, and the number that says so."""
    shares = shares_of(row, profile)
    most = max(share for _, share in shares.values())
    if most >= AT_ITS_LIMIT:
        ranked = sorted(shares, key=lambda name: -shares[name][1])
        near = [name for name in ranked if shares[name][1] > most - ALIKE]
        told = ", ".join(f"{name} {shares[name][1]:.0f} %" for name in near)
        return list(dict.fromkeys(shares[name][0] for name in near)), told
    # What goes to memory goes through the L2, too: it binds where it has more to do than that.
    if value(row, L2_BUSY) >= AT_ITS_LIMIT and served_by(row, shares) == "L2":
        return ["L2"], f"{L2_BUSY.split('.')[0]} {value(row, L2_BUSY):.0f} %"
    has_work = value(row, ACTIVE) / min(1, value(row, BLOCKS) / profile["numbers"]["multiprocessors"])
    if has_work < AT_ITS_LIMIT:  # they wait for a start: of the kernel, or of another block
        starts = ["launch"] if value(row, WAVES) <= 1 else ["launch", "blocks"]
        return starts, f"multiprocessors that get a block have one {has_work:.0f} % of {value(row, DURATION) / 1000:.1f} us"
    stall = max(STALLS, key=lambda name: value(row, stall_metric(name)))
    whole = sum(value(row, stall_metric(name)) for name in STALLS)
    part = 100 * value(row, stall_metric(stall)) / whole if whole > 0 else 0
    term = served_by(row, shares) if STALLS[stall] == "loads" else STALLS[stall]
    return [term], f"nothing over {most:.0f} %; {part:.0f} % of the waiting is for {stall}"


def predicted(program, profile, row):
    """The row of `predict --json`; None where it says no time."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "predicted.json")
        command = [program, "predict", row["lesson"], "--gpu", profile, "--workload", row["workload"], "--variant", row["variant"],
                   "--dtype", row["dtype"], "--sizes", row["n"], "--blocks", row["block"], "--json", path]
        command += ["--grids", row["grid"]] if int(row["grid"]) else []
        result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if result.returncode not in (0, 1):  # 1: it has no prediction
            sys.exit(result.stderr)
        with open(path) as file:
            found = json.load(file)["rows"][0]
        return found if found.get("predicted_s") else None


def terms_of(found):
    """The longest parts of a prediction behind its start, unless the start is most of it; the share of the longest."""
    terms = found["terms_s"]
    whole = sum(terms.values())
    behind = [name for name in terms if name != "launch"]
    most = "launch" if terms["launch"] > whole / 2 else max(behind, key=terms.get)
    near = [name for name in [most, *behind] if terms[name] > terms[most] - ALIKE / 100 * whole]
    return list(dict.fromkeys(near)), 100 * terms[most] / whole


def compare(path, program, profile_path):
    with open(profile_path) as file:
        profile = json.load(file)
    right = compared = 0
    print("| kernel | dtype | n | block | Nsight Compute | because | predicted | same |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            binds, because = bound_by(row, profile)
            found = predicted(program, profile_path, row)
            said, same = "none", ""
            if found:
                terms, share = terms_of(found)
                is_right = bool(set(terms) & set(binds))
                said, same = f"{' or '.join(terms)}, {share:.0f} %", "yes" if is_right else "no"
                compared, right = compared + 1, right + is_right
            print(f"| {row['workload']}/{row['variant']} | {row['dtype']} | {row['n']} | {row['block']} | {' or '.join(binds)} | {because} | {said} | {same} |")
    print(f"\nThe same term binds in {right} of {compared} kernels.")
    return 0 if right >= 20 else 1


def main():
    if len(sys.argv) in (3, 4) and sys.argv[1] == "measure":
        program = sys.argv[3] if len(sys.argv) > 3 else shutil.which("gridstride-cuda") or shutil.which("gridstride")
        return measure(sys.argv[2], program)
    if len(sys.argv) == 5 and sys.argv[1] == "compare":
        return compare(*sys.argv[2:])
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
