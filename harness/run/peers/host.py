"""Runs gridstride in this process, with other libraries standing beside its variants.

usage: python3 host.py LIBRARY WORD...   (gridstride peers does this)

LIBRARY is gridstride as a shared library, WORD... its command line. Each lesson's peers.py says
how other libraries do its workloads; what is not installed is named and left out. gridstride
calls them as it calls its own variants: same arrays, same verdicts, same clocks.
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

import ctypes  # noqa: E402
import importlib.metadata  # noqa: E402
import importlib.util  # noqa: E402
import itertools  # noqa: E402
import os  # noqa: E402
import pathlib  # noqa: E402
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


def complain(entry, error, said):
    """One line for each kind of failure, with the line of peers.py; the row has the verdict."""
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if is_peers(frame)]
    where = f" ({places[-1].filename}:{places[-1].lineno})" if places else ""
    words = str(error).split("\n")[0]
    line = f"{COMMAND}: {entry.name} for {entry.workload}: {type(error).__name__}: {words}{where}"
    if line not in said:
        said.add(line)
        print(line, file=sys.stderr)


def is_peers(frame):
    return pathlib.Path(frame.filename).name == "peers.py"


def callback(entry):
    """A function for C that runs the entry's action, made anew for each set of arrays."""
    kept, said = {}, set()

    def run(pointer):
        call = pointer.contents
        key = (call.dtype, call.n, call.grid, call.block, call.arrays[0])
        try:
            if key not in kept:
                kept.clear()
                kept[key] = peer.LIBRARIES[entry.library].prepare(entry, peer.Run(call))
            around, action = kept[key]
            with around:
                for _ in itertools.repeat(None, call.repeat or 1):
                    action()
        except peer.NotSupported:
            return CUDA_ERROR_NOT_SUPPORTED
        except ImportError as error:  # installed, and broken: as good as not here
            complain(entry, error, said)
            return CUDA_ERROR_NOT_SUPPORTED
        except BaseException as error:  # what got past here would count as a success
            complain(entry, error, said)
            return CUDA_ERROR_UNKNOWN
        return 0

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


def load(path):
    """The shared library, checked to have the same idea of a call as this program."""
    if not pathlib.Path(path).exists():
        fail(f"{path} is missing; make peers3 builds it, and so does make")
    try:
        library = ctypes.PyDLL(path)  # keeps the interpreter's lock: actions are called from below
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


def read_lessons():
    """What all peers.py say; a mistake in one of them is named by file and line."""
    try:
        return peer.read_lessons(pathlib.Path(__file__).absolute().parent.parent)
    except SyntaxError as error:
        fail(f"{error.filename}:{error.lineno}: {error.msg}")
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        fail(f"{last.filename}:{last.lineno}: {type(error).__name__}: {error}")


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


def missing(here, on_simulator):
    """A sentence on what could take part and does not; empty where there is none."""
    if on_simulator:
        here = [*here, *(name for name, library in peer.LIBRARIES.items() if library.on_device)]
    packages = [library.package for name, library in peer.LIBRARIES.items() if name not in here]
    return f"python3 -m pip install {' '.join(packages)} would add to them" if packages else ""


def main():
    warnings.simplefilter("ignore")  # small grids and overflows are meant
    path, *words = sys.argv[1:]
    library, keep = load(path), []
    on_simulator = "gridstride-sim" in pathlib.Path(path).name
    here = sorted(
        name
        for name, known in peer.LIBRARIES.items()
        if is_here(known) and not (on_simulator and known.on_device)
    )
    for entry in read_lessons():
        if entry.library in here:
            offer(library, entry, keep)
    sentences = [versions(here).encode(), missing(here, on_simulator).encode()]
    library.gs_peers_describe(*sentences)
    arguments = [b"gridstride", *(os.fsencode(word) for word in words)]
    array = (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None)
    sys.exit(library.gs_cli_main(len(arguments), array))


main()
