"""Sets gridstride's device times beside nvbench's, in one Markdown table.

    compare.py [--flush read|memset] lesson2.json ... nvbench.json ...

Takes results of `gridstride run` and of nvbench_gridstride (--json), in any order. Of several
results of the same rows, one a process, the median of their medians counts. Exit code: 0
where every pair of medians is within its bound, 1 where one is not or nothing could be compared,
2 for a file that is neither. README.md says what is compared with what.
"""
import argparse
import json
import os
import statistics
import sys

LONG_S = 10e-6  # from here on: within LONG; below: within SHORT or SHORT_S
LONG, SHORT, SHORT_S = 0.02, 0.05, 0.3e-6

KINDS = {"read": "the median of isolated samples, L2 flushed by reads",
         "memset": "the median of isolated samples, L2 flushed by a memset",
         "none": "the median of isolated samples, L2 not flushed"}


def fail(message):
    print(f"compare.py: {message}", file=sys.stderr)
    sys.exit(2)


def value(fields, name):
    """One of nvbench's named values; it writes numbers as strings."""
    for field in fields:
        if field["name"] == name:
            return field["value"]
    return None


def read_nvbench(document, times):
    """times[(workload, variant, dtype, n, block, flush)] = [(median seconds, samples), ...]"""
    for benchmark in document["benchmarks"]:
        for state in benchmark["states"] or []:
            if state["is_skipped"]:
                continue
            axes = state["axis_values"]
            summaries = {s["tag"]: value(s["data"], "value") for s in state["summaries"]}
            point = (benchmark["name"], value(axes, "variant"), value(axes, "dtype"),
                     int(value(axes, "n")), int(summaries["gridstride/block"]))
            for what, time, samples in (
                    (value(axes, "flush"), "nv/cold/time/gpu/median", "nv/cold/sample_size"),
                    ("gridstride", "gridstride/cold/median", "gridstride/cold/sample_size")):
                if time in summaries:
                    times.setdefault(point + (what,), []).append(
                        (float(summaries[time]), int(summaries[samples])))


def is_comparable(record):
    """A kernel's own time, in the launch that it chooses for itself."""
    return (record.get("place") == "device" and record.get("residency") == "device"
            and record.get("verdict") == "right" and "median_s" in record
            and not record.get("grid"))


def median_of(processes):
    """Of each process's (median, samples): the median of the medians, and all samples."""
    return statistics.median(m for m, _ in processes), sum(count for _, count in processes)


def join_records(records):
    """One record of each row, with the median of its processes' medians."""
    rows = {}
    for record in records:
        rows.setdefault(record["name"], []).append(record)
    for row in rows.values():
        median, samples = median_of([(r["median_s"], r["samples"]) for r in row])
        row[0].update(median_s=median, samples=samples)
    return [row[0] for row in rows.values()]


def read_files(paths):
    records, times, about = [], {}, {}
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
        except (OSError, ValueError) as error:
            fail(f"{path}: {error}")
        if "gridstride" in document.get("context", {}):
            run = document["context"]["gridstride"]
            records += [r for r in document["benchmarks"] if is_comparable(r)]
            said = f"{run['device']['name']}, gridstride {run['commit']}: `{run['command_line']}`"
        elif "nvbench" in document.get("meta", {}).get("version", {}):
            meta = document["meta"]
            read_nvbench(document, times)
            names = ", ".join(d["name"] for d in document["devices"])
            said = (f"{names}, nvbench {meta['version']['nvbench']['git_sha'][:12]}: "
                    f"`{' '.join(os.path.basename(word) for word in meta['argv'])}`")
        else:
            fail(f"{path}: a result neither of gridstride nor of nvbench")
        about[said] = about.get(said, 0) + 1
    return (join_records(records), {point: median_of(all_) for point, all_ in times.items()},
            [said + (f", {count} processes" if count > 1 else "") for said, count in about.items()])


def counterpart(record, flush):
    """The flush with which nvbench measures the same as a record; None where it has no median."""
    if record["cache"] == "cold":
        return flush
    return None if record.get("batch", 1) > 1 else "none"


def is_within(ours, theirs):
    difference = abs(ours - theirs)
    if theirs >= LONG_S:
        return difference <= LONG * theirs
    return difference <= max(SHORT * theirs, SHORT_S)


def row(record, point, what, times):
    """(cells, whether it is within its bound)"""
    alone, (theirs, samples) = record["median_s"], times[point + (what,)]
    together = times.get(point + ("gridstride",)) if record["cache"] == "cold" else None
    ours, taken = together or (alone, record["samples"])
    good = is_within(ours, theirs)
    as_it_is = times.get(point + ("memset",)) if record["cache"] == "cold" else None
    cells = ["/".join(point[:2]), point[2], str(point[3]), str(point[4]), record["cache"],
             f"{alone * 1e6:.3f}", f"{taken:.0f}", f"{together[0] * 1e6:.3f}" if together else "",
             what, str(samples),
             f"{theirs * 1e6:.3f}", f"{(ours - theirs) * 1e6:+.3f}",
             f"{100 * (ours / theirs - 1):+.2f}", "yes" if good else "**no**",
             f"{as_it_is[0] * 1e6:.3f}" if as_it_is else "", record.get("note", "")]
    return cells, good


HEADER = ["kernel", "dtype", "n", "block", "L2", "gridstride run µs", "samples",
          "gridstride µs", "nvbench's",
          "samples", "nvbench µs", "difference µs", "%", "within", "nvbench, memset µs", "note"]


def print_table(rows):
    # Numbers to the right, words to the left.
    words = {"kernel", "dtype", "L2", "nvbench's", "within", "note"}
    print("| " + " | ".join(HEADER) + " |")
    print("| " + " | ".join("---" if name in words else "--:" for name in HEADER) + " |")
    for cells in rows:
        print("| " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--flush", choices=("read", "memset"), default="read",
                        help="which of nvbench's samples gridstride's cold ones are held against")
    parser.add_argument("files", nargs="+", metavar="FILE.json")
    options = parser.parse_args()
    records, times, about = read_files(options.files)

    rows, missing, within, batches = [], [], {}, 0
    for record in records:
        point = tuple(record[k] for k in ("workload", "variant", "dtype", "n", "block"))
        what = counterpart(record, options.flush)
        if what is None:
            batches += 1
            continue
        if point + (what,) not in times:
            missing.append(record["name"])
            continue
        cells, good = row(record, point, what, times)
        rows.append(cells)
        within.setdefault(f"{record['cache']}, against {KINDS[what]}", []).append(good)

    for line in about:
        print(f"- {line}")
    print(f"\nBound: {100 * LONG:.0f} % from {LONG_S * 1e6:.0f} µs on, "
          f"{100 * SHORT:.0f} % or {SHORT_S * 1e6:.1f} µs below.\n")
    print_table(rows)
    print()
    for kind, good in within.items():
        print(f"- {kind}: {sum(good)} of {len(good)} within the bound")
    if batches:
        print(f"- {batches} warm rows are batches; of its batches nvbench keeps no samples")
    if missing:
        print(f"- {len(missing)} of gridstride's rows have no counterpart, {missing[0]} the first")
    return 0 if rows and all(all(good) for good in within.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
