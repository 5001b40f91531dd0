#!/usr/bin/env python3
"""usage: predict.py GRIDSTRIDE RECORDED

gridstride predict: recorded times lie where it says that 9 of 10 do, what it knows nothing of has no
number, and what is no GPU, no profile and no lesson is refused in a line.
"""
import glob
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


def test_names():
    """A GPU is called by whole words of a recorded name; what is none of these, or may be several, has a line with all of them."""
    names = sorted(os.path.basename(os.path.dirname(path)) for path in glob.glob(os.path.join(recorded, "*", "profile.json")))
    for gpu in ("h1", "h100 ", "h", "[", "*", "-h100", "hbm3-80gb", "nvidia"):
        result = run("3", "--gpu", gpu)
        assert result.returncode == 2 and len(result.stderr.splitlines()) == 1, (gpu, result.stderr)
        assert all(name in result.stderr for name in names), (gpu, result.stderr)
    for gpu in ("80gb-HBM3", "nvidia-h100-80gb-hbm3"):
        result = run("vecadd", "--variant", "vector4", "--sizes", "1Ki", "--gpu", gpu)
        assert result.returncode == 0 and "NVIDIA H100" in result.stdout, (gpu, result.stderr)


def test_arithmetic():
    """Arithmetic in double takes longer than in float, though the same bytes move."""
    words = ("gaussian_pdf", "--variant", "double_literals,float_literals", "--sizes", "2^27")
    double, single = predicted_rows(*words)
    assert (double["variant"], double["binds"]) == ("double_literals", "arithmetic"), double
    assert (single["binds"]) == "memory" and single["predicted_s"] < double["predicted_s"], single


PRODUCTS = """#include <gridstride.cuh>
template <typename N> __device__ N products(N v, N by)
{
    for (int k = 0; k < 100; k++) {
        v = v * v * by;
        v = v * v * by;
    }
    return v;
}
template <typename T> __global__ void of_signed(size_t n, const T *x, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (T)products((int)x[i] & 1, (int)x[0] & 1);
}
template <typename T> __global__ void of_unsigned(size_t n, const T *x, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (T)products((unsigned)x[i] & 1, (unsigned)x[0] & 1);
}
template <typename T> void launch_of_signed(gs_launch at, const T *x, T *y) { of_signed<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y); }
template <typename T> void launch_of_unsigned(gs_launch at, const T *x, T *y) { of_unsigned<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, x, y); }
template <typename T> gs_wide<T> reference(size_t i, size_t n, const T *x) { return x[i]; }
GRIDSTRIDE("products", gs_dtypes(i32), gs_input("x"), gs_output("y"), gs_reference(reference),
           gs_variant(launch_of_signed), gs_variant(launch_of_unsigned));
"""


def test_signed_integers():
    """Integers with a sign are looked at for overflow, by jumps that no GPU makes: what follows one counts, as it does without a sign."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "products.cu")
        with open(path, "w") as file:
            file.write(PRODUCTS)
        signed, unsigned = predicted_rows(path, "--sizes", "1Mi", "--blocks", "256")
    assert signed["binds"] == unsigned["binds"] == "arithmetic", (signed, unsigned)
    assert 0.95 < signed["predicted_s"] / unsigned["predicted_s"] < 1.05, (signed, unsigned)


def test_shared_memory():
    """Banks that conflict take longer, and so do barriers; each lies near what an H100 was measured to take."""
    words = ("7", "--workload", "transpose", "--variant", "tile,padded,vector4", "--sizes", "64Mi")
    tile, padded, vector4 = predicted_rows(*words)
    assert tile["predicted_s"] > 1.15 * padded["predicted_s"] > 1.15 * vector4["predicted_s"], (tile, padded, vector4)
    assert tile["terms_s"]["shared"] > 2 * padded["terms_s"]["shared"]
    with open(os.path.join(H100, "lesson7.json")) as file:
        measured = {row["variant"]: row["median_s"] for row in json.load(file)["benchmarks"]
                    if row.get("residency") == "device" and row.get("cache") == "cold" and row["workload"] == "transpose"
                    and row["dtype"] == "f32" and row["block"] == 256 and row["n"] == 1 << 26}
    for row in (tile, padded, vector4):
        assert row["least_s"] <= measured[row["variant"]] <= row["most_s"], (row, measured)
        assert all(line["file"].endswith("07_transpose.cu") and 0 < line["share"] <= 1 for line in row["lines"]), row
        assert len(row["lines"]) >= 2 and sum(line["share"] for line in row["lines"]) <= 1.0001, row


def test_no_number():
    """A kernel of which the model knows too little has a sentence; all of them, and the status is 1."""
    rows = predicted_rows("6", "--workload", "sum", "--variant", "sequential,shared_tree,interleaved", "--sizes", "1Mi")
    by_name = {row["variant"]: row for row in rows}
    assert by_name["sequential"]["predicted_s"] > by_name["shared_tree"]["predicted_s"]
    assert "64 bits" in by_name["interleaved"]["why_none"] and "predicted_s" not in by_name["interleaved"]
    result = run("6", "--workload", "sum", "--variant", "interleaved", "--sizes", "1Mi")
    assert result.returncode == 1 and len(result.stderr.splitlines()) == 1, result.stderr
    # The profile of an earlier version, that lacks a number.
    with open(os.path.join(H100, "profile.json")) as file:
        profile = json.load(file)
    del profile["numbers"]["shared_latency_s"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "earlier.json")
        with open(path, "w") as file:
            json.dump(profile, file)
        result = run("7", "--workload", "transpose", "--variant", "padded", "--sizes", "1Mi", "--gpu", path)
    assert result.returncode == 1 and "shared_latency_s: measure it again" in result.stdout, (result.stdout, result.stderr)


COUNTS = """#include <gridstride.cuh>
__device__ int whole;
__device__ float part;
template <typename T> __global__ void count(size_t n, T *y, bool integers, bool floats)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] = T(3);
    if (integers)
        atomicMax(&whole, 1);
    if (floats)
        atomicAdd(&part, 1.0f);
}
template <typename T> void launch_integers(gs_launch at, T *y) { count<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, y, true, false); }
template <typename T> void launch_floats(gs_launch at, T *y) { count<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, y, false, true); }
template <typename T> void launch_both(gs_launch at, T *y) { count<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, y, true, true); }
double reference(size_t i, size_t n) { return i < n ? 3 : 0; }
GRIDSTRIDE("y[i] = 3, counted", gs_dtypes(f32), gs_output("y"), gs_reference(reference),
           gs_variant(launch_integers), gs_variant(launch_floats), gs_variant(launch_both));
"""


def test_atomics():
    """An atomic function is on integers or on floats by what it is called with, whatever the arrays hold: of integers a warp's are
    one. Where a launch has both, nothing is predicted."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "counts.cu")
        with open(path, "w") as file:
            file.write(COUNTS)
        integers, floats, both = predicted_rows(path, "--sizes", "1Mi", "--blocks", "256")
    assert integers["binds"] == floats["binds"] == "atomics", (integers, floats)
    assert floats["predicted_s"] > 10 * integers["predicted_s"], (integers, floats)
    assert "not all of which are on integers" in both["why_none"], both
    # One of which the thread wants the result, as of a ticket.
    ticket, = predicted_rows("6", "--workload", "sum", "--variant", "single_pass", "--sizes", "64Mi", "--blocks", "256")
    assert ticket["predicted_s"] > 0, ticket


def test_data_that_decide():
    """Which lanes meet at one address, and whether a compiler could see it, no count tells: of a histogram without copies of its
    counts nothing is predicted, whatever the data. Copies for each lane meet nowhere."""
    for workload in ("uniform", "skewed", "sorted", "one_bin"):
        rows = {row["variant"]: row for row in predicted_rows("11", "--workload", workload, "--dtype", "f32", "--sizes", "16Mi", "--blocks", "1024")}
        assert "which lanes meet" in rows["global"]["why_none"], rows["global"]
        assert rows["lanes"]["predicted_s"] > 0, rows["lanes"]


JUMPS = """#include <gridstride.cuh>
template <typename T> __global__ void own(size_t n, T *y)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        y[i] += 1;
}
template <typename T> __global__ void of_others(size_t n, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, other = i < n / 2 ? i + n / 2 : i - n / 2;
    for (int k = 0; i < n && k < 4; k++)
        y[i] += y[other];
}
template <typename T> void launch_own(gs_launch at, T *y) { own<<<at.blocks(at.n / 4), at.block, 0, at.stream>>>(at.n, y); }
template <typename T> void launch_of_others(gs_launch at, T *y) { of_others<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, y); }
template <typename T> gs_wide<T> reference(size_t i, size_t n, const T *y) { return y[i] + 1; }
GRIDSTRIDE("y[i] += 1", gs_dtypes(f32), gs_updated("y"), gs_reference(reference), gs_variant(launch_own), gs_variant(launch_of_others));
"""


FILLS = """#include <gridstride.cuh>
template <typename T> __global__ void one(size_t n, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 1;
}
template <typename T> void launch_alone(gs_launch at, T *y) { one<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, y); }
template <typename T> void launch_filled(gs_launch at, T *y)
{
    cudaMemsetAsync(y, 0, at.n * sizeof(T), at.stream);
    launch_alone(at, y);
}
template <typename T> void launch_filled_twice(gs_launch at, T *y)
{
    cudaMemset2DAsync(y, 64, 0, 64, at.n * sizeof(T) / 64, at.stream);
    cudaMemsetAsync(y, 0, at.n * sizeof(T), at.stream);
    launch_alone(at, y);
}
template <typename T> gs_wide<T> reference(size_t, size_t, const T *) { return 1; }
GRIDSTRIDE("y[i] = 1", gs_dtypes(f32), gs_updated("y"), gs_reference(reference), gs_variant(launch_alone),
           gs_variant(launch_filled), gs_variant(launch_filled_twice));
"""


def test_fills():
    """cudaMemsetAsync() takes its turn in the stream as a launch does, however many rows it has, and its bytes take their time."""
    with open(os.path.join(H100, "profile.json")) as file:
        turn = json.load(file)["numbers"]["kernel_in_a_row_s"]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "fills.cu")
        with open(path, "w") as file:
            file.write(FILLS)
        small = [row["predicted_s"] for row in predicted_rows(path, "--sizes", "1Ki", "--blocks", "256")]
        large = [row["predicted_s"] for row in predicted_rows(path, "--sizes", "64Mi", "--blocks", "256")]
    for times in (1, 2):
        assert abs(small[times] - small[0] - times * turn) < 1e-8, (small, turn)
    assert large[1] > 1.5 * large[0] and large[2] > 2 * large[0], large


def test_what_others_store():
    """A thread that goes on by what other blocks store in the same launch finds what a few blocks alone do not have; one that
    goes on to further elements of its own does not."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "jumps.cu")
        with open(path, "w") as file:
            file.write(JUMPS)
        own, of_others = predicted_rows(path, "--sizes", "1Mi", "--blocks", "256")
    assert own["predicted_s"] > 0, own
    assert "what other blocks store while it runs" in of_others["why_none"], of_others
    row, = predicted_rows("2", "--workload", "grid_add", "--variant", "grid_stride", "--dtype", "f32", "--sizes", "128Mi", "--blocks", "256")
    assert row["predicted_s"] > 0, row  # more of its own elements than are followed


def test_launches_beside_each_other():
    """Which launches of a graph, or of several streams, run at the same time is not known."""
    rows = predicted_rows("13", "--workload", "tree", "--sizes", "1Ki", "--blocks", "64")
    timed = {row["variant"] for row in rows if "predicted_s" in row}
    assert timed == {"one_stream", "one_kernel"}, timed
    for row in rows:
        assert row["variant"] in timed or "graph" in row["why_none"], row


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


def test_inspect():
    """inspect says what each line takes of the predicted time, and never that it was measured; without the option, nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "inspected.json")
        words = ("inspect", "7", "--workload", "transpose", "--variant", "tile", "--no-margin")
        printed = gridstride(*words, "--predict", "h100", "--json", path)
        with open(path) as file:
            variant, = json.load(file)["variants"]
        assert "Predicted for an NVIDIA H100" in printed and "not measured, at n = 16777216" in printed, printed
        lines = variant["predicted"]["lines"]
        assert len(lines) == 2 and lines[0]["share"] > lines[1]["share"] > 0, lines
        assert all(f"{100 * line['share']:.0f} %  {line['file']}:{line['line']}" in printed for line in lines), (lines, printed)
        assert "redict" not in gridstride(*words)
    result = subprocess.run([program, "inspect", "3", "--predict", "gtx"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert result.returncode == 2 and len(result.stderr.splitlines()) == 1, result


ADD = """#include "vecadd.h"
__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t t = (size_t)blockIdx.x * blockDim.x + threadIdx.x, each = (n + 63) / 64;
    size_t i = INDEX;
    if (t < 64 * each && i < n)
        c[i] = a[i] + b[i];
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    if (n > 0)
        add<<<BLOCKS, 256>>>(c, a, b, n);
}
"""


def test_check():
    """A check says what a right kernel would take beside the reference, also where it costs too much; a wrong one has no time,
    and none that leaves most elements out at the size of the prediction."""
    def check(*options):
        words = [program, "check", "3.1", "vecadd.cu", "--device", "sim", *options]
        return subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True).stdout

    def predicted(index, verdict, blocks="(n + 63) / 64 * 64 / 256 + 1"):
        with open(os.path.join(folder, "vecadd.cu"), "w") as file:
            file.write(ADD.replace("INDEX", index).replace("BLOCKS", blocks))
        marks = json.loads(check("--json"))
        assert marks["verdict"] == verdict, marks
        return marks.get("predicted")

    with tempfile.TemporaryDirectory() as folder:
        assert predicted("n - t", "failed") is None
        assert predicted("t", "passed", "n > 1000000 ? 1024 : n / 256 + 1") is None
        alike, slow = predicted("t", "passed"), predicted("t % 64 * each + t / 64", "failed")
        text = check()
    assert 0.9 < alike["ratio"] < 1.1 and alike["binds"] == "memory" and "about as long as the reference" in alike["sentence"], alike
    assert slow["ratio"] > 2 and slow["binds"] == "L2" and f"{slow['ratio']:.1f} times the reference's time" in slow["sentence"], slow
    assert abs(slow["us"] / slow["reference_us"] - slow["ratio"]) < 1e-6 * slow["ratio"], slow
    assert f"predicted for an {slow['gpu']}, not measured, at {slow['at']}:" in text, text


def test_reference_is_counted_once():
    """What the reference asks of a GPU is kept for the next check, and is used for this very reference alone."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "vecadd.cu"), "w") as file:
            file.write(ADD.replace("INDEX", "t").replace("BLOCKS", "(n + 63) / 64 * 64 / 256 + 1"))

        def reference_us():
            words = [program, "check", "3.1", "vecadd.cu", "--device", "sim", "--json"]
            return json.loads(subprocess.run(words, cwd=folder, env=dict(os.environ, XDG_CACHE_HOME=folder), stdout=subprocess.PIPE,
                                             check=True).stdout)["predicted"]["reference_us"]

        counted = reference_us()
        path, = glob.glob(os.path.join(folder, "*", "vecadd.solution", "known.json"))
        with open(path) as file:
            known = json.load(file)
        known["known"] *= 2  # a second launch
        for of, least, most in ((known["program"], 1.5, 2.5), ("another", 1, 1)):
            with open(path, "w") as file:
                json.dump(dict(known, program=of), file)
            again = reference_us()
            assert least * counted <= again <= most * counted, (of, counted, again)


def kept(folder, name):
    """The result, and what is predicted in it."""
    path, = glob.glob(os.path.join(folder, "*", name))
    with open(path) as file:
        document = json.load(file)
    return path, document, document["context"]["gridstride"].get("predicted")


def gridstride(*words, status=0):
    result = subprocess.run([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert result.returncode == status, (words, result.returncode, result.stderr)
    return result.stdout


def name_of(row):
    return row["variant"], row["dtype"], row["n"], row["block"]


def test_run():
    """A run without a GPU has a table of predicted times, and nothing else of them: no record, no CSV, no comparison."""
    with tempfile.TemporaryDirectory() as folder:
        words = ("run", "3", "--device", "sim", "--dtype", "f32,f64", "--sizes", "1Ki,1Mi", "--blocks", "256")
        printed = gridstride(*words, "--out", folder)
        path, document, predicted = kept(folder, "lesson3.json")
        assert "predicted for an NVIDIA H100" in printed and "not measured" in printed, printed
        rows = predicted["rows"]
        wanted = predicted_rows("3", "--sizes", "1Ki,1Mi")
        assert [name_of(row) for row in rows] == [name_of(row) for row in wanted], (rows, wanted)
        for row, alone in zip(rows, wanted):  # a result keeps seven digits
            assert abs(row["predicted_s"] - alone["predicted_s"]) < 1e-6 * alone["predicted_s"], (row, alone)
        assert all(row["simulated"] and "median_s" not in row for row in document["benchmarks"] if row["residency"] == "device")
        assert "predicted" not in open(path.replace(".json", ".csv")).read()
        assert "predicted" not in gridstride("compare", path, path)
        assert "predicted for an" in gridstride("table", path)
        gridstride("report", path, "--out", os.path.join(folder, "page"))
        with open(os.path.join(folder, "page", "report.html")) as file:
            assert "predicted for an NVIDIA H100" in file.read()


def test_run_in_parts():
    """Shards that are merged have the predictions of the whole run."""
    with tempfile.TemporaryDirectory() as folder:
        words = ("run", "3", "--device", "sim", "--dtype", "f32", "--sizes", "1Ki,4Ki,1Mi", "--blocks", "256", "--quiet", "--out")
        gridstride(*words, os.path.join(folder, "whole"))
        for shard in ("1/2", "2/2"):
            gridstride(*words, os.path.join(folder, "parts"), "--shard", shard)
        gridstride("merge", *glob.glob(os.path.join(folder, "parts", "*", "*.shard*.json")))
        _, document, merged = kept(os.path.join(folder, "parts"), "lesson3.json")
        _, _, whole = kept(os.path.join(folder, "whole"), "lesson3.json")
        assert sorted(merged["rows"], key=name_of) == sorted(whole["rows"], key=name_of) and len(whole["rows"]) == 9
        assert all("predicted" not in shard for shard in document["context"]["gridstride"]["shards"])


WRONG = """template <typename T> __global__ void forgets(size_t n, T a, const T *x, T *y)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i];
}

template <typename T> void launch_forgets(gs_launch at, T a, const T *x, T *y)
{
    forgets<<<at.blocks(at.n), at.block, 0, at.stream>>>(at.n, a, x, y);
}

/*
 * What it is all about."""


def test_run_of_a_kernel_file():
    """What computes a wrong answer has no time, nor a predicted one. Of what is right the curve is drawn."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mine.cu")
        gridstride("new", path)
        with open(path) as file:
            text = file.read()
        text = text.replace("/*\n * What it is all about.", WRONG)
        text = text.replace("gs_variant(launch_one_per_thread)", "gs_variant(launch_one_per_thread), gs_variant(launch_forgets)")
        with open(path, "w") as file:
            file.write(text)
        gridstride("run", path, "--device", "sim", "--dtype", "f32", "--sizes", "1Ki,4Ki", "--out", folder, status=1)
        _, _, predicted = kept(folder, "kernel-mine.json")
        assert [row["variant"] for row in predicted["rows"]] == ["one_per_thread"] * 2, predicted
        for drawing in glob.glob(os.path.join(folder, "*", "*_time_f32.svg")):
            with open(drawing) as file:
                assert "Predicted for an" in file.read()


for test in (test_records, test_gpus, test_names, test_arithmetic, test_shared_memory, test_inspect, test_no_number, test_atomics, test_data_that_decide, test_fills, test_what_others_store,
             test_launches_beside_each_other, test_refused, test_check, test_reference_is_counted_once, test_run, test_run_in_parts, test_run_of_a_kernel_file):
    test()
    print(f"{test.__name__}: ok")
