#!/usr/bin/env python3
"""usage: notebook_kernel.py SOURCE PROGRAMS

The magics in a kernel, as nbclient runs a notebook: first the one of lesson 0, then what a user may do wrong."""
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time

try:
    import ipykernel  # noqa: F401
    import nbclient
    import nbformat
except ImportError as error:
    system = "/usr/bin/python3"  # Debian's packages are for this one, which need not be the first on the PATH
    if os.path.exists(system) and not os.path.samefile(system, sys.executable):
        os.execv(system, [system, *sys.argv])
    print(f"not tested: a kernel ({error}; apt install python3-nbclient python3-ipykernel)")
    sys.exit(77)

SOURCE, PROGRAMS = (os.path.abspath(word) for word in sys.argv[1:3])
sys.path.insert(0, f"{SOURCE}/python")
os.environ["GRIDSTRIDE_PROGRAMS"] = PROGRAMS
os.environ["IPYTHONDIR"] = tempfile.mkdtemp()
from gridstride import lessons, notebooks  # noqa: E402

LOAD = f"import os, sys\nsys.path.insert(0, {SOURCE + '/python'!r})\n%load_ext gridstride\nprint(os.getpid())"
HELLO = '#include <cstdio>\n__global__ void hello()\n{\n    printf("hello %d\\n", threadIdx.x);\n}\nint main()\n{\n    hello<<<1, 2>>>();\n' \
        '    return cudaDeviceSynchronize();\n}\n'
RACE = "__global__ void k(int *a)\n{\n    a[0] += 1;\n}\nint main()\n{\n    int *a;\n    cudaMalloc(&a, 4);\n    cudaMemset(a, 0, 4);\n" \
       "    k<<<1, 64>>>(a);\n    return cudaFree(a);\n}\n"
failures = 0


def expect(holds, what):
    global failures
    if not holds:
        failures += 1
        print(f"FAILED: {what}")


class Kernel:
    """Runs one cell after the other."""

    def __init__(self, folder):
        self.book = nbformat.v4.new_notebook()
        self.client = nbclient.NotebookClient(self.book, timeout=600, allow_errors=True, resources={"metadata": {"path": folder}})

    def run(self, source):
        """All that the cell shows, as one text: streams, errors, and HTML where there is some."""
        cell = nbformat.v4.new_code_cell(source)
        self.book.cells.append(cell)
        self.client.execute_cell(cell, len(self.book.cells) - 1)
        return "".join(shown(output) for output in cell.outputs)


def shown(output):
    if output.output_type == "stream":
        return output.text
    if output.output_type == "error":
        return "".join(output.traceback) + "\n"
    return output.data.get("text/html") or output.data["text/plain"]


def check_lesson(folder):
    """The notebook of lesson 0 as it is, but for the cell that runs all of the lesson."""
    lesson = lessons.lessons()[0]
    book = nbformat.reads(json.dumps(notebooks.make(lesson, LOAD)), as_version=4)
    nbformat.validate(book)
    book.cells = [cell for cell in book.cells if not cell.source.startswith("%gridstride run")]
    nbclient.NotebookClient(book, timeout=600, resources={"metadata": {"path": folder}}).execute()
    said = {cell.source.split("\n")[0]: "".join(map(shown, cell.outputs)) for cell in book.cells if cell.cell_type == "code"}
    expect("hello from thread 2 of block 1" in "".join("".join(map(shown, cell.outputs)) for cell in book.cells if "hello<<<" in cell.source),
           "lesson 0: hello says nothing")
    expect("0.3 index_3d" in said["%%exercise 0.3"] and "%gridstride check 0.3 --hint" in said["%%exercise 0.3"],
           f"lesson 0: the check of 0.3: {said['%%exercise 0.3']}")


def check_cells(kernel, folder):
    expect(kernel.run('%%cuda --seed 1 --compiler-args "-O1"\n' + HELLO) == "hello 0\nhello 1\n", "%%cuda")
    said = kernel.run("%%cuda\n\nint main()\n{\n    nothing();\n}\n")
    expect("cell" in said and ".cu:5:" in said, f"an error of the compiler has not the cell's line: {said}")
    said = kernel.run("%%cuda\nint main() {}\nint main() {}\n")
    expect(said == "%%cuda: main() is there 2 times, in lines 2 and 3: a cell is one program; put the others into cells of their own\n",
           f"main() twice: {said}")
    kernel.run("words = os.environ.pop('LC_ALL', None)\nos.environ['LC_ALL'] = 'C.UTF-8'")
    expect(kernel.run("%%cuda\nint main() {}\nint main() {}\n").startswith("%%cuda: main() is there 2 times"), "main() twice, in UTF-8")
    kernel.run("os.environ.pop('LC_ALL')\nif words:\n    os.environ['LC_ALL'] = words")
    said = kernel.run("%%cuda\n#if 1\nint main() { return none; }\n#else\nint main() {}\n#endif\n")
    expect(".cu:3:" in said and "there 2 times" not in said, f"another mistake beside two main(): {said}")
    expect("has no main() to run" in kernel.run("%%cuda\n__global__ void k() {}\n"), "a cell without main()")
    said = kernel.run("%%inspect\n" + RACE)
    expect("line 4: race-" in said and "What each line costs" in said, f"%%inspect: {said}")
    expect("[exit status" not in said, f"the inspector's exit status is told as the program's: {said}")
    for status in (1, 3):
        said = kernel.run(f"%%inspect\nint main() {{ return {status}; }}\n")
        expect("found nothing wrong" in said and f"[exit status {status}]" in said, f"an exit status: {said}")
    said = kernel.run('%%cuda --device sim --timeout 0\n#include <cstdio>\n#include <cstdlib>\n'
                      'int main() { puts(getenv("SIMT_TIMEOUT")); }\n')
    expect(said == "0\n", f"--timeout 0 is a limit: {said}")
    said = kernel.run("%gridstride run 3 --sizes 33,70 --dtype f32 --blocks 64 --variant one_per_thread --workload vecadd")
    expect("one_per_thread" in said and "[1/" not in said and '<img alt="lesson3_vecadd_time_f32"' in said, f"%gridstride run: {said[:400]}")
    kernel.run("import shutil, glob\nshutil.move(glob.glob('results/*')[0], 'moved')")
    said = kernel.run("%gridstride plot moved/lesson3.json")
    expect('<img alt="lesson3_vecadd_time_f32"' in said, f"plot FILE: {said[:400]}")
    timed = f"{SOURCE}/results/recorded/nvidia-h100-80gb-hbm3/lesson5.json"
    said = kernel.run(f"%gridstride history {timed} {timed} --plot medians")
    expect('<img alt="medians"' in said, f"history --plot: {said[:400]}")
    path = f"{folder}/exercises/03_vecadd/vecadd.cu"
    os.makedirs(os.path.dirname(path))
    with open(path, "w", encoding="utf-8") as file:
        file.write("mine")
    said = kernel.run("%%exercise 3.1\n" + lessons.lessons()[3].stub("vecadd") + "\nint broken = none;\n")
    expect(f"kept as exercises/03_vecadd/vecadd.cu.1.bak" in said and os.path.exists(path + ".1.bak"), f"a file is lost: {said}")
    expect("vecadd.cu:26" in said, f"%%exercise has not the cell's line: {said}")
    said = kernel.run("%%exercise 3.1\n" + lessons.lessons()[3].stub("vecadd") + "\nint main() {}\nint main() {}\n")
    expect("vecadd.cu:27: `main` is defined in line 26, and a second time here: take both out, for the check has its own."
           in " ".join(said.split()), f"%%exercise with two main(): {said}")


def check_stops(kernel, folder, number):
    """A program that never ends, by a limit and by an interrupt; the kernel lives."""
    said = kernel.run("%%cuda --timeout 0.2\nint main() { for (;;); }\n")
    expect("[stopped after 0.2 s;" in said, f"a limit: {said}")
    program = f'%%cuda\n#include <cstdio>\nint main() {{ fopen("{folder}/going", "w"); for (;;); }}\n'

    def interrupt():
        while not os.path.exists(f"{folder}/going"):
            time.sleep(0.05)
        os.kill(number, signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    said = kernel.run(program)
    expect(said == "gridstride: the program was stopped; the notebook goes on\n", f"an interrupt: {said}")
    expect(kernel.run("print(6 * 7)") == "42\n", "the kernel is gone")


def check_refusals(kernel):
    """One sentence each."""
    for source, sentence in (
            ("%exercise 33.1", "gridstride: %exercise: there is no exercise 33.1; %gridstride check lists them\n"),
            ("%%cuda --timeout x\nint main() {}",
             "gridstride: %%cuda: argument --timeout: x is no time: give seconds, or 0 for no limit\n"),
            ("%%inspect --timeout -1\nint main() {}",
             "gridstride: %%inspect: argument --timeout: -1 is no time: give seconds, or 0 for no limit\n"),
            ("%%cuda --compiler-args \"'-O3\"\nint main() {}", "gridstride: %%cuda: '-O3: No closing quotation\n"),
            ("%%cuda --compiler-args '-O3\nint main() {}", "gridstride: %%cuda: --compiler-args '-O3: No closing quotation\n"),
            ("%gridstride check 3.1 --watch",
             "gridstride: --watch waits for keys, which a notebook does not have; run the cell again instead\n")):
        said = kernel.run(source)
        expect(said == sentence, f"{source}: {said}")
    said = kernel.run("%env SIMT_CXX=/none/g++\n")
    said = kernel.run("%%cuda\nint main() {}\n")
    expect(said.startswith("simt-cc: cannot run /none/g++") and said.count("\n") == 1, f"no compiler: {said}")
    kernel.run("import tempfile\n%env TMPDIR=/proc\ntempfile.tempdir = '/proc'")
    kernel.run("%reload_ext gridstride")
    said = kernel.run("%%cuda\nint main() {}\n")
    expect(said.startswith("gridstride: cannot write a cell's program: /proc") and said.count("\n") == 1, f"no folder: {said}")


def put_installed(folder):
    """A tree as `cmake --install` leaves it: without what a build has made of the headers."""
    root = os.path.dirname(PROGRAMS)
    os.makedirs(f"{folder}/bin")
    os.makedirs(f"{folder}/lib/gridstride")
    for name in ("bin/simt-cc", "bin/gridstride", "lib/gridstride/libsimt.a"):
        shutil.copy(f"{root}/{name}", f"{folder}/{name}")
    os.symlink(f"{root}/include", f"{folder}/include")


def check_headers(folder):
    """Where there are none, the kernel makes them, for each way to compile; cells find them, and they go with it."""
    put_installed(f"{folder}/tree")
    kernel = Kernel(folder)
    with kernel.client.setup_kernel():
        kernel.run(LOAD.replace("%load_ext", f"os.environ['GRIDSTRIDE_PROGRAMS'] = '{folder}/tree/bin'\n%load_ext"))
        kernel.run("magics = get_ipython().magics_manager.registry['GridstrideMagics']\n"
                   "def wait():\n    return [process.wait() for process in magics.folder.headers.making.values()]")
        expect(kernel.run("print(wait())") == "[0]\n", "no headers are made while the first cell is written")
        expect(kernel.run("%%cuda\n" + HELLO) == "hello 0\nhello 1\n", "%%cuda with headers of the kernel")
        expect("line 4: race-" in kernel.run("%%inspect\n" + RACE), "%%inspect beside the headers of %%cuda")
        expect(kernel.run("print(wait())") == "[0, 0]\n", "no headers are made for %%inspect")
        place = kernel.run("import glob\nprint(magics.folder.path)").strip()
        made = kernel.run("print(*sorted(os.path.basename(path) for path in glob.glob(magics.folder.path + '/headers/*[!p].ii')))")
        expect(made == "inspected.ii plain.ii\n", f"what is made: {made}")
        kernel.run("for path in glob.glob(magics.folder.path + '/headers/*.gch'):\n    os.truncate(path, 100)")
        said = kernel.run("%%cuda\n" + HELLO)
        expect("does not take the precompiled headers" in said, f"%%cuda does not use the headers of the kernel: {said}")
    expect(not os.path.exists(place), "the headers are left when the kernel has ended")


with tempfile.TemporaryDirectory() as scratch:
    check_lesson(scratch)
with tempfile.TemporaryDirectory() as scratch:
    check_headers(scratch)
with tempfile.TemporaryDirectory() as scratch:
    cells = Kernel(scratch)
    with cells.client.setup_kernel():
        kernel_number = int(cells.run(LOAD).split()[-1])
        check_cells(cells, scratch)
        check_stops(cells, scratch, kernel_number)
        check_refusals(cells)
sys.exit(failures > 0)
