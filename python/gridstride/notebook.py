"""The magics: %%cuda, %%inspect, %%exercise, %exercise and %gridstride. %load_ext gridstride brings them."""

import argparse
import atexit
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from IPython.core.magic import Magics, cell_magic, line_magic, magics_class
from IPython.display import display

from . import files, headers, lessons, page, programs, running

LIMIT_S = 60  # a cell's program, by itself
WITH_PROGRESS = ("run", "verify", "peers", "grade", "course", "profile")
MOST_S = 1e9  # the longest limit that a kernel's time can have
ASK_DRIVER = ("import ctypes; cuda = ctypes.CDLL('libcuda.so.1'); count = ctypes.c_int(); "
              "raise SystemExit(cuda.cuInit(0) or cuda.cuDeviceGetCount(ctypes.byref(count)) or count.value == 0)")


class Refused(Exception):
    """One sentence, which the cell shows in place of a traceback."""

    def _render_traceback_(self):
        return [f"gridstride: {self}"]


class Stopped(KeyboardInterrupt):
    """An interrupt, told in one sentence; as after any, cells that wait are not run."""

    def _render_traceback_(self):
        return [f"gridstride: {self}"]


# ---- options ----------------------------------------------------------------------------------------

class _Words(argparse.ArgumentParser):
    def error(self, message):
        raise Refused(f"{self.prog}: {message}")


def _split(magic, text, comments=False):
    try:
        return shlex.split(text, comments=comments)
    except ValueError as error:
        raise Refused(f"{magic}: {text.strip()}: {error}") from None


def _words(magic, line):
    """Those before "--" and those behind it."""
    words = _split(magic, line, comments=True)
    return (words[:words.index("--")], words[words.index("--") + 1:]) if "--" in words else (words, [])


def _joined(words, option):
    """With the option and its value as one word: to argparse a value that begins with a dash is none."""
    if option not in words[:-1]:
        return words
    at = words.index(option)
    return words[:at] + [f"{option}={words[at + 1]}"] + _joined(words[at + 2:], option)


def _options(magic, line, build):
    """What `build` has declared, the words that are the compiler's, and those that are the program's."""
    parser = _Words(prog=magic, add_help=False, allow_abbrev=False)
    build(parser)
    own, program = _words(magic, line)
    known, rest = parser.parse_known_args(_joined(own, "--compiler-args"))
    return known, _split(magic, known.compiler_args) + rest, program


def _seconds(word):
    try:
        seconds = float(word)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= MOST_S:
        raise argparse.ArgumentTypeError(f"{word} is no time: give seconds, or 0 for no limit")
    return seconds


def _of_programs(parser):
    parser.add_argument("--seed", type=int)
    parser.add_argument("--timeout", type=_seconds, default=LIMIT_S)
    parser.add_argument("--compiler-args", default="")


def _of_cuda(parser):
    _of_programs(parser)
    parser.add_argument("--device", choices=("auto", "cuda", "sim"), default="auto")
    parser.add_argument("--lockstep", action="store_true")


# ---- a cell's program -------------------------------------------------------------------------------

def _without_comments(source):
    """With blanks for comments and for what stands between quotes: the lines stay."""
    pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\''
    return re.sub(pattern, lambda found: re.sub(r"[^\n]", " ", found.group()), source, flags=re.S)


def _lines_of_main(source):
    """In which lines of the cell a function main() begins."""
    text = _without_comments(source)
    return [text.count("\n", 0, found.start()) + 2 for found in re.finditer(r"\bmain\s*\([^;{}]*\)[^;{}]*\{", text)]


# As g++ (whose quotes are the locale's), clang++ and nvcc say it.
_TWO_MAINS = re.compile(r"redefinition of \W(\w+ )?main\b|\"main\" has already been defined")


def _find_nvcc():
    for path in (os.environ.get("CUDACXX", ""), shutil.which("nvcc") or "", "/usr/local/cuda/bin/nvcc"):
        if "/" in path and os.access(path, os.X_OK):
            return path
    return None


def _has_gpu():
    """Whether CUDA's driver answers and has a device; asked in a process of its own."""
    answer = subprocess.run([sys.executable, "-c", ASK_DRIVER], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, check=False)
    return answer.returncode == 0


class Device:
    """What cells run on, found out once: nvcc with a GPU, or the simulator."""

    def __init__(self):
        self.nvcc = _find_nvcc()
        if self.nvcc is None:
            self.lack = "nvcc is not installed"
        else:
            self.lack = None if _has_gpu() else "CUDA finds no GPU"

    def words(self):
        return f"the simulator ({self.lack})" if self.lack else "the GPU"


def _absolute(words, folder):
    """Options in which a file or folder is named from the notebook's folder; a cell is compiled elsewhere."""
    def of(word):
        begin = re.match(r"-[IL]|", word).group()
        path = os.path.join(folder, word[len(begin):])
        return begin + path if len(word) > len(begin) and os.path.exists(path) else word
    return [of(word) for word in words]


class Folder:
    """Where cells are compiled: a folder of this kernel's own, gone when it ends."""

    def __init__(self):
        self.path = self.headers = None

    def make(self):
        """There is one now; OSError where there can be none."""
        if self.path is None or not os.path.isdir(self.path):
            self.path = tempfile.mkdtemp(prefix="gridstride-")
            atexit.register(shutil.rmtree, self.path, ignore_errors=True)
            self.headers = headers.Headers(self.path)

    def write(self, name, source):
        """The cell as a file, with the lines' numbers that it has in the page: the first one is the magic's."""
        try:
            self.make()
            path = os.path.join(self.path, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n" + source)
        except OSError as error:
            where = error.filename or tempfile.tempdir or "the folder for temporary files"
            raise Refused(f"cannot write a cell's program: {where}: {error.strerror}; TMPDIR names another folder") from None
        return path


def _print(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def _complain(text):
    sys.stderr.write(text)
    sys.stderr.flush()


def _tell_end(ended, limit_s):
    """One line where a program did not end by itself, or not well."""
    if ended.cut:
        _complain(f"\n[the rest of what it printed is left out: a cell shows {running.MOST_OUTPUT} characters]\n")
    if ended.why == "interrupted":
        raise Stopped("the program was stopped; the notebook goes on")
    if ended.why == "limit":
        _complain(f"\n[stopped after {limit_s:g} s; --timeout S sets another limit, 0 none]\n")
    elif ended.status < 0:
        number = -ended.status
        name = signal.Signals(number).name if number in signal.Signals._value2member_map_ else str(number)
        _complain(f"\n[the program was ended by {name}]\n")
    elif ended.status > 0:
        _complain(f"\n[exit status {ended.status}]\n")


# ---- what a command says, in the page ---------------------------------------------------------------

class Screen:
    """Text that grows: in a notebook one output, wide lines of which are scrolled; elsewhere plain text."""

    EVERY_S = 0.25

    def __init__(self, shell):
        self.in_page = hasattr(shell, "kernel")
        self.text, self.line, self.shown, self.handle, self.last = "", "", "", None, 0.0

    def write(self, text):
        if self.in_page:
            self.text += text
            self._show_now_and_then()
        else:
            _print(text)

    def write_errors(self, text):
        """As a terminal does: a carriage return begins the line anew, so that progress takes one line, and goes."""
        if not self.in_page:
            _complain(text)
            return
        for part in re.findall(r"\n|\r|[^\n\r]+", text.replace("\x1b[K", "")):
            if part == "\n":
                self.text += self.line + "\n"
            self.line = "" if part in "\n\r" else self.line + part
        self._show_now_and_then()

    def _show_now_and_then(self):
        if time.monotonic() - self.last > self.EVERY_S:
            self.show()

    def show(self):
        text = self.text + self.line
        if not self.in_page or text == self.shown:
            return
        bundle = {"text/plain": text, "text/html": page.text(text)}
        if self.handle is None:
            self.handle = display(bundle, raw=True, display_id=True)
        else:
            self.handle.update(bundle, raw=True)
        self.shown, self.last = text, time.monotonic()


# ---- the magics -------------------------------------------------------------------------------------

@magics_class
class GridstrideMagics(Magics):
    def __init__(self, shell):
        super().__init__(shell)
        self.device, self.folder = Device(), Folder()

    # ---- programs

    def _compiler(self, options):
        """The command that compiles a cell, without its files."""
        wants_gpu = options.device == "cuda"
        if wants_gpu and self.device.lack:
            raise Refused(f"--device cuda: {self.device.lack}; --device sim, or none, runs the cell on the simulator")
        if wants_gpu and (options.lockstep or options.seed is not None):
            raise Refused("--lockstep and --seed are of the simulator, so they do not go with --device cuda")
        simulated = options.device == "sim" or self.device.lack or options.lockstep or options.seed is not None
        if not simulated:
            return [self.device.nvcc, "-I", os.getcwd()]
        return self._simulator(*(["--lockstep"] if options.lockstep else []))

    @staticmethod
    def _find(name):
        try:
            return programs.find(name)
        except programs.Missing as error:
            raise Refused(str(error)) from None

    def prepare(self):
        """While the first cell is written: what cells on the simulator are compiled with. Where it fails, the cell tells why."""
        if self.device.lack:
            try:
                self.folder.make()
                self.folder.headers.begin(self._simulator())
            except (OSError, Refused):
                pass

    def _simulator(self, *options):
        """simt-cc with what every cell is compiled with."""
        return [self._find("simt-cc"), *options, "-I", os.getcwd()]

    def _compile(self, magic, compiler, words, source):
        """The path of the program; None: it does not compile, which is told, or has no main()."""
        name = f"cell{self.shell.execution_count}"
        path = self.folder.write(name + ".cu", source)
        program = os.path.join(self.folder.path, name)
        mains = _lines_of_main(source)
        command = compiler + _absolute(words, os.getcwd())
        is_nvcc = os.path.basename(compiler[0]) == "nvcc"
        if is_nvcc and not any(re.match(r"-?-(arch|gencode|gpu)", word) for word in words):
            command.append("-arch=native")  # what nvcc takes by itself may be too new for the driver, or too old
        command += ["-o", program, name + ".cu"] if mains else ["-c", "-o", program + ".o", name + ".cu"]
        variables = {} if is_nvcc else self.folder.headers.begin(compiler)
        held = []  # with two main() what the compiler says of them is said in one sentence
        say = held.append if len(mains) > 1 else _complain
        try:
            ended = running.run(command, say, say, folder=self.folder.path,
                                environment=programs.environment(PWD=self.folder.path, **variables))
        except OSError as error:
            raise Refused(f"cannot start {command[0]}: {error.strerror}") from None
        if ended.why:
            raise Stopped("the compiler was stopped; the notebook goes on")
        said = "".join(held)
        if ended.status != 0 and _TWO_MAINS.search(said):
            where = " and ".join(str(line) for line in mains)
            said = f"{magic}: main() is there {len(mains)} times, in lines {where}: a cell is one program; " \
                   "put the others into cells of their own\n"
        if said:
            _complain(said)
        if ended.status != 0:
            return None
        if not mains:
            _print(f"{os.path.basename(path)} compiles, and has no main() to run. To use it in other cells, begin it with "
                   "%%writefile NAME.cuh in place of " + magic + ", and #include \"NAME.cuh\" there.\n")
            return None
        return program

    def _run_program(self, program, options, words, **variables):
        if options.seed is not None:
            variables["SIMT_SEED"] = str(options.seed)
        if options.timeout == 0:
            variables["SIMT_TIMEOUT"] = "0"
        elif "SIMT_TIMEOUT" not in os.environ:
            # The simulator says where a kernel stands that never ends: let it speak before the limit.
            variables["SIMT_TIMEOUT"] = f"{max(options.timeout * 0.75, 1):.0f}"
        return running.run([program] + words, _print, _complain, environment=programs.environment(**variables),
                           limit_s=options.timeout or None, terminals=("output",))

    @cell_magic
    def cuda(self, line, cell):
        """Compile the cell as a CUDA program, and run it: by nvcc on a GPU, else on the simulator.

        %%cuda [--device auto|cuda|sim] [--lockstep] [--seed N] [--timeout S] [OPTIONS OF THE COMPILER] [-- ARGUMENTS]

        --lockstep  on the simulator, so that data races lose updates
        --seed N    on the simulator, the order of the warps (with --lockstep)
        --timeout S the program is stopped after S seconds (60; 0: never)
        """
        options, words, arguments = _options("%%cuda", line, _of_cuda)
        program = self._compile("%%cuda", self._compiler(options), words, cell)
        if program:
            _tell_end(self._run_program(program, options, arguments), options.timeout)

    @cell_magic
    def inspect(self, line, cell):
        """Run the cell's program under the inspector: what is wrong with its kernels, and what each line costs.

        %%inspect [--seed N] [--timeout S] [OPTIONS OF THE COMPILER] [-- ARGUMENTS]
        """
        options, words, arguments = _options("%%inspect", line, _of_programs)
        program = self._compile("%%inspect", self._simulator("--inspect"), words, cell)
        if not program:
            return
        file = program + ".json"
        ended = self._run_program(program, options, arguments, SIMT_INSPECT_JSON=file, SIMT_INSPECT_FORMAT="none",
                                  SIMT_INSPECT_MARGIN=None)
        report = self._report(file)
        if report is not None:
            bundle = {"text/plain": page.inspection_text(report)}
            bundle["text/html"] = page.inspection(report, "\n" + cell, os.path.basename(program) + ".cu")
            if hasattr(self.shell, "kernel"):
                display(bundle, raw=True)
            else:
                _print(bundle["text/plain"] + "\n")
        if ended.status != 1 or report is None or not page.faults(report):  # with these, 1 is the inspector's own
            _tell_end(ended, options.timeout)

    @staticmethod
    def _report(file):
        try:
            with open(file, encoding="utf-8") as text:
                return json.load(text)
        except (OSError, ValueError):
            return None
        finally:
            if os.path.exists(file):
                os.remove(file)

    # ---- commands of gridstride

    def _command(self, words):
        """Runs gridstride, shows what it says and what it draws; its exit status."""
        screen, plots, held = Screen(self.shell), files.Plots(words), []
        # Standard error has the progress of these; of the others it has the last word.
        errors = screen.write_errors if words[:1] and words[0] in WITH_PROGRESS else held.append
        ended = running.run([self._find("gridstride")] + words, screen.write, errors, terminals=("errors",),
                            environment=programs.environment(GRIDSTRIDE_CALLED="%gridstride", TERM="xterm", NO_COLOR="1"),
                            interrupt=signal.SIGINT)
        screen.write_errors("".join(held))
        screen.show()
        if hasattr(self.shell, "kernel"):
            for path in plots.drawn():
                display({"text/plain": path, "text/html": page.picture(path)}, raw=True)
        if ended.why == "interrupted":
            raise Stopped("the command was stopped; the notebook goes on")
        if ended.cut:
            _complain(f"[the rest is left out: a cell shows {running.MOST_OUTPUT} characters]\n")
        return ended.status

    @line_magic
    def gridstride(self, line):
        """A command of gridstride: %gridstride run 3. Its tables and plots are shown in the page."""
        words, rest = _words("%gridstride", line)
        if "--watch" in words:
            raise Refused("--watch waits for keys, which a notebook does not have; run the cell again instead")
        self._command(words + (["--"] + rest if rest else []))

    # ---- exercises

    @staticmethod
    def _exercise(magic, words):
        if not words or words[0].startswith("-"):
            raise Refused(f"{magic} needs the number of an exercise: {magic} 3.1")
        try:
            found = lessons.find_exercise(words[0])
        except programs.Missing as error:
            raise Refused(str(error)) from None
        if found is None:
            raise Refused(f"{magic}: there is no exercise {words[0]}; %gridstride check lists them")
        lesson, number, name = found
        return lesson, number, name, os.path.join("exercises", lesson.name, name + ".cu")

    @line_magic
    def exercise(self, line):
        """Get an exercise into the next cell: %exercise 3.1. With --hint one hint further, with --solution the reference
        solution once yours has passed, with --reset the exercise as it was at the start."""
        words, _ = _words("%exercise", line)
        lesson, number, name, path = self._exercise("%exercise", words)
        if "--watch" in words:
            raise Refused("--watch waits for keys, which a notebook does not have; run the cell of the exercise again")
        if words[1:] and self._command(["check", number] + words[1:]) != 0:
            return
        if words[1:] and "--reset" not in words:
            return
        try:
            source = files.read(path)
        except OSError as error:
            raise Refused(f"cannot read {path}: {error.strerror}") from None
        if source is None or source == lesson.stub(name):
            source = lesson.stub_for_cell(name)
        else:
            source = files.without_mark(source)
        self.shell.set_next_input(f"%%exercise {number}\n{source.rstrip()}\n")

    @cell_magic("exercise")
    def check_exercise(self, line, cell):
        """Check the cell as an exercise: %%exercise 3.1. Options are those of gridstride check, as --seed 1."""
        words, _ = _words("%%exercise", line)
        lesson, number, name, path = self._exercise("%%exercise", words)
        try:
            kept = files.put_exercise(path, number, cell, lesson.stub(name))
        except OSError as error:
            raise Refused(f"cannot write {path}: {error.strerror}; start the notebook in a folder of your own") from None
        if kept:
            _print(f"{path} had something that no cell has written, which is kept as {kept}\n")
        self._command(["check", number] + words[1:])


def load(shell):
    """What %load_ext does."""
    try:
        programs.find("gridstride")
    except programs.Missing as error:
        raise Refused(str(error)) from None
    magics = GridstrideMagics(shell)
    shell.register_magics(magics)
    magics.prepare()
    print(f"gridstride: %%cuda runs on {magics.device.words()}; %%inspect, %%exercise and %gridstride are there too")
