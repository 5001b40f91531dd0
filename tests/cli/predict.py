#!/usr/bin/env python3
"""usage: predict.py GRIDSTRIDE RECORDED

gridstride predict: recorded times lie where it says that 9 of 10 do, what it knows nothing of has no
number, and what is no GPU, no profile and no lesson is refused in a line.
"""
import json
import os
import subprocess
import sys
import tempfile

program, recorded = sys.argv[1:3]
H100 = os.path.join(recorded, "nvidia-h100-80gb-hbm3")


def run(*words):
    return subprocess.run([program, "predict", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def predicted_rows(*words):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "predicted.json")
        result = run(*words, "--json", path)
        assert result.returncode == 0, result.stderr
        assert "Predicted for an" in result.stdout and "not measured" in result.stdout, result.stdout
        with open(path) as file:
            document = json.load(file)
    assert document["predicted"] is True and document["simulated"] is True
    return document["rows"]


def test_records():
    """Rows of vecadd on an H100: at least 9 of 10 lie in the interval."""
    with open(os.path.join(H100, "lesson3.json")) as file:
        rows = json.load(file)["benchmarks"]
    measured = {(row["variant"], row["n"]): row["median_s"] for row in rows
                if row.get("residency") == "device" and row.get("cache") == "cold" and row.get("median_s")
                and row["dtype"] == "f64" and row["block"] == 256}
    sizes = sorted({n for _, n in measured})
    predicted = predicted_rows("3", "--gpu", "h100", "--dtype", "f64", "--sizes", ",".join(map(str, sizes)))
    inside = [row["least_s"] <= measured[row["variant"], row["n"]] <= row["most_s"] for row in predicted]
    assert len(inside) == len(measured), (len(inside), len(measured))
    assert sum(inside) >= 0.9 * len(inside), (sum(inside), len(inside))


def test_gpus():
    """More bandwidth takes less time, whether the profile is named or given as a file."""
    words = ("vecadd", "--variant", "vector4", "--sizes", "2^27")
    h100, = predicted_rows(*words, "--gpu", os.path.join(H100, "profile.json"))
    same, = predicted_rows(*words, "--gpu", "H100")
    h200, = predicted_rows(*words, "--gpu", "h200")
    assert h100 == same
    assert h200["predicted_s"] < h100["predicted_s"]
    assert h100["binds"] == "memory"


def test_arithmetic():
    """Arithmetic in double takes longer than in float, though the same bytes move."""
    words = ("gaussian_pdf", "--variant", "double_literals,float_literals", "--sizes", "2^27")
    double, single = predicted_rows(*words)
    assert (double["variant"], double["binds"]) == ("double_literals", "arithmetic"), double
    assert (single["binds"]) == "memory" and single["predicted_s"] < double["predicted_s"], single


def test_no_number():
    """A kernel of which the model knows too little has a sentence; all of them, and the status is 1."""
    rows = predicted_rows("6", "--workload", "sum", "--variant", "sequential,shared_tree", "--sizes", "1Mi")
    by_name = {row["variant"]: row for row in rows}
    assert "predicted_s" in by_name["sequential"]
    assert "barriers" in by_name["shared_tree"]["why_none"] and "predicted_s" not in by_name["shared_tree"]
    result = run("6", "--workload", "sum", "--variant", "shared_tree", "--sizes", "1Mi")
    assert result.returncode == 1 and len(result.stderr.splitlines()) == 1, result.stderr


def test_refused():
    with tempfile.TemporaryDirectory() as folder:
        damaged = os.path.join(folder, "damaged.json")
        with open(os.path.join(H100, "profile.json")) as file:
            text = file.read()
        with open(damaged, "w") as file:
            file.write(text[: len(text) // 2])
        for words in (("3", "--gpu", "gtx"), ("3", "--gpu", ""), ("3", "--gpu", damaged), ("3", "--gpu", folder + "/none.json"),
                      ("nothing",), ("3", "--sizes", "banana"), ()):
            result = run(*words)
            assert result.returncode == 2, (words, result.returncode, result.stdout)
            assert len(result.stderr.splitlines()) == 1, (words, result.stderr)


for test in (test_records, test_gpus, test_arithmetic, test_no_number, test_refused):
    test()
    print(f"{test.__name__}: ok")
