"""Runs gridstride in this process, with other libraries standing beside its variants.

usage: python3 host.py LIBRARY FILE WORKLOADS WORD...   (gridstride peers does this)

LIBRARY is gridstride as a shared library, WORD... its command line. Each lesson's peers.py says
how other libraries do its workloads; where a kernel file or a folder is run, FILE does, the
NAME.peers.py beside the one or peers.py in the other, and WORKLOADS, with commas between them, are
what it computes. For a lesson both are empty. What is not installed is
named and left out. gridstride calls them as it calls its own variants: same arrays, same verdicts,
same clocks.
"""

import signal
import sys

if sys.version_info < (3, 8):
    version = "%d.%d" % sys.version_info[:2]
    print("gridstride peers: python3 is " + version + "; it takes 3.8 or newer", file=sys.stderr)
    sys.exit(2)
# gridstride's own matter: python would only note Ctrl-C, for it is not python that runs then.
if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

import contextlib  # noqa: E402
import ctypes  # noqa: E402
import importlib.metadata  # noqa: E402
import importlib.util  # noqa: E402
import itertools  # noqa: E402
import os  # noqa: E402
import pathlib  # noqa: E402
import shutil  # noqa: E402
import sysconfig  # noqa: E402
import traceback  # noqa: E402
import warnings  # noqa: E402

sys.dont_write_bytecode = True  # the tree that this lies in may be anybody's
sys.path.insert(0, str(pathlib.Path(__file__).absolute().parent))
import peer  # noqa: E402

CUDA_ERROR_UNKNOWN, CUDA_ERROR_NOT_SUPPORTED = 999, 801
OWN_COPIES, REPEATS = 1 << 0, 1 << 6  # traits in harness/lesson/public/lesson.h
COMMAND = "gridstride peers"


def fail(message):
    print(f"{COMMAND}: {message}", file=sys.stderr)
    sys.exit(2)


def in_words(error):
    """The kind of an error, and the first line of what it says."""
    line = "".join(c if c.isprintable() else " " for c in (str(error).splitlines() or [""])[0])
    return type(error).__name__ + (": " if line else "") + line


def complain(entry, words, error, said):
    """One line for each kind of failure, with the line of peers.py; the row has the verdict."""
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if is_peers(frame)]
    where = f" ({places[-1].filename}:{places[-1].lineno})" if places else ""
    line = f"{COMMAND}: {entry.name} for {entry.workload}: {words}{where}"
    if line not in said:
        said.add(line)
        print(line, file=sys.stderr)


def is_peers(frame):
    return pathlib.Path(frame.filename).name.endswith("peers.py")


def give_reason(call, words):
    """Leaves the words where gridstride finds them: whole characters, as far as there is room."""
    if call.reason:
        room = words.encode(errors="replace")[: peer.REASON_BYTES - 1]
        text = room.decode(errors="ignore").encode() + b"\0"
        ctypes.memmove(call.reason, text, len(text))


class Attempt:
    """An entry at work on one set of arrays, and how far it has come."""

    def __init__(self, entry):
        self.entry, self.arrays, self.has_run = entry, None, False

    def run(self, call):
        arrays = (call.dtype, call.n, call.grid, call.block, call.arrays[0])
        if arrays != self.arrays:
            self.around = self.action = self.arrays = None  # what the old one holds goes first
            self.has_run = False
            library = peer.LIBRARIES[self.entry.library]
            self.around, self.action = library.prepare(self.entry, peer.Run(call))
            self.arrays = arrays
        with self.around:
            for _ in itertools.repeat(None, call.repeat or 1):
                self.action()
        self.has_run = True

    def step(self, error):
        """What an error ended."""
        if self.has_run:
            return ""
        if isinstance(error, ImportError):
            return "cannot be imported: "
        return "cannot start: " if self.arrays is None else "fails in its first call: "


def callback(entry):
    """A function for C that runs the entry's action, made anew for each set of arrays.

    A library that cannot do even its first call is skipped; one that fails later has failed.
    """
    attempt, said = Attempt(entry), set()

    def run(pointer):
        call = pointer.contents
        try:
            attempt.run(call)
            return 0
        except peer.NotSupported:
            return CUDA_ERROR_NOT_SUPPORTED
        except BaseException as error:  # what got past here would count as a success
            with contextlib.suppress(Exception):
                words = attempt.step(error) + in_words(error)
                give_reason(call, words)
                complain(entry, words, error, said)
            return CUDA_ERROR_UNKNOWN if attempt.has_run else CUDA_ERROR_NOT_SUPPORTED

    return peer.RUN(run)


def offer(library, entry, keep):
    """Makes one way known to gridstride; `keep` holds what C goes on to point at."""
    if entry.symbol is not None:
        function = getattr(library, entry.symbol, None)  # a simulator has no Thrust
        traits = 0
    else:
        function = callback(entry)
        traits = REPEATS
    if function is None:
        return
    traits |= OWN_COPIES if entry.copies else 0
    words = [word.encode() for word in (entry.workload, entry.name, entry.about)]
    keep += [function, *words]
    place = peer.LIBRARIES[entry.library].place
    address = ctypes.cast(function, ctypes.c_void_p)
    if not library.gs_peer_add_function(*words, place, traits, address):
        fail(f"{entry.name} for {entry.workload}: no such workload, or it has that peer already")


def load(path, scope):
    """The shared library, checked to have the same idea of a call as this program."""
    if not pathlib.Path(path).exists():
        fail(f"{path} is missing; make peers3 builds it, and so does make")
    try:
        library = ctypes.PyDLL(path, scope)  # keeps the interpreter's lock: actions are called from below
    except OSError as error:
        fail(f"cannot load {error}; build or install gridstride again")
    library.gs_peer_add_function.argtypes = [ctypes.c_char_p] * 3 + [
        ctypes.c_int,
        ctypes.c_uint,
        ctypes.c_void_p,
    ]
    if ctypes.c_size_t.in_dll(library, "gs_peer_call_bytes").value != ctypes.sizeof(peer.Call):
        fail(f"{path} is of another version than this script; build or install gridstride again")
    return library


def read_book(path, on_error):
    """What one of them says; on_error is told of one that cannot be read, by file and line."""
    try:
        return peer.read_book(path)
    except SyntaxError as error:
        on_error(f"{error.filename}:{error.lineno}: {error.msg}")
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        on_error(f"{last.filename}:{last.lineno}: {in_words(error)}")
    return []


def read_lessons():
    """What all peers.py say, and the folders of those that cannot be read, which are left out."""
    entries, unread = [], []
    for path in peer.lessons(pathlib.Path(__file__).absolute().parent.parent):

        def leave_out(words, folder=path.parent.name):
            unread.append(folder)
            print(f"{COMMAND}: {words}; the libraries of this lesson are left out", file=sys.stderr)

        entries += read_book(path, leave_out)
    return entries, unread


def read_file(path, workloads):
    """What the file of a kernel file or a folder says: of its workloads alone."""
    entries, names = read_book(path, fail), workloads.split(",")
    for entry in entries:
        if entry.workload not in names:
            fail(f"{path}: there is no workload {entry.workload!r}; write {' or '.join(map(repr, names))}")
        # A lesson of ours may be loaded as a folder too.
        if entry.symbol is not None and pathlib.Path(path).name != "peers.py":
            fail(f"{path}: BOOK.compiled() is for lessons; make a variant of it in the .cu file")
    return entries


def is_here(library):
    return library.module is None or importlib.util.find_spec(library.module) is not None


def versions(names):
    """numpy 2.4.6, torch 2.11.0: what takes part and has a version of its own."""
    found = [name for name in names if peer.LIBRARIES[name].module]
    return ", ".join(f"{name} {version_of(peer.LIBRARIES[name])}" for name in found)


def version_of(library):
    for package in (library.package, *library.also_known_as):
        try:
            return importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            pass
    return "(of unknown version)"


def is_of_system():
    """Whether the packages of this python3 are the system's, which pip is not to change."""
    mark = pathlib.Path(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED")
    return sys.prefix == sys.base_prefix and mark.exists()


def apt_get(package):
    return ("" if os.geteuid() == 0 else "sudo ") + f"apt-get install {package}"


def missing(here, on_simulator):
    """How what could take part and does not is added, as a command to copy; empty: all is here."""
    wanted = {
        name: library.package
        for name, library in peer.LIBRARIES.items()
        if library.package and not (on_simulator and library.on_device)
    }
    # One package may be there twice, as torch and torch_compile.
    new = " ".join(dict.fromkeys(package for name, package in wanted.items() if name not in here))
    if not new:
        return ""
    if importlib.util.find_spec("pip") and not is_of_system():
        return f"to add {new}: python3 -m pip install {new}"
    if not here and sys.prefix == "/usr" and shutil.which("apt-get"):
        return f"on Debian and Ubuntu: {apt_get('python3-numpy')}"
    first = "" if importlib.util.find_spec("ensurepip") else apt_get("python3-venv") + " && "
    return (
        f"to add {new}: {first}python3 -m venv peers && "
        f"peers/bin/pip install {' '.join(dict.fromkeys(wanted.values()))}; then begin the command with "
        "PATH=$PWD/peers/bin:$PATH"
    )


def main():
    warnings.simplefilter("ignore")  # small grids and overflows are meant
    path, file, workloads, *words = sys.argv[1:]
    on_simulator = "gridstride-sim" in pathlib.Path(path).name
    # What is loaded takes the simulator from this library, and a folder what lessons may call.
    scope = ctypes.RTLD_GLOBAL if file else ctypes.DEFAULT_MODE
    library, keep = load(path, scope), []
    if file:
        keep.append(workloads.encode())
        library.gs_peers_bring.argtypes = [ctypes.c_char_p]
        library.gs_peers_bring(keep[0])
    here = sorted(
        name
        for name, known in peer.LIBRARIES.items()
        if is_here(known) and not (on_simulator and known.on_device)
    )
    entries, unread = (read_file(file, workloads), []) if file else read_lessons()
    for entry in entries:
        if entry.library in here:
            offer(library, entry, keep)
    described = [versions(here), missing(here, on_simulator), ",".join(unread)]
    described = [text.encode() for text in described]
    library.gs_peers_describe(*described)
    arguments = [b"gridstride", *(os.fsencode(word) for word in words)]
    array = (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None)
    sys.exit(library.gs_cli_main(len(arguments), array))


main()
