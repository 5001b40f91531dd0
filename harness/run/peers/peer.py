"""What a peers.py is written with, a lesson's and a kernel file's: @peer says which library does which workload."""

import contextlib
import ctypes
import importlib.util


class Call(ctypes.Structure):
    """struct gs_call of harness/lesson/public/call.h, which says what is what."""

    _fields_ = [
        ("dtype", ctypes.c_int),
        ("n", ctypes.c_size_t),
        ("grid", ctypes.c_uint),
        ("block", ctypes.c_uint),
        ("scalars", ctypes.POINTER(ctypes.c_double)),
        ("arrays", ctypes.POINTER(ctypes.c_void_p)),
        ("stream", ctypes.c_void_p),
        ("repeat", ctypes.c_uint),
        ("host", ctypes.POINTER(ctypes.c_void_p)),
        ("streams", ctypes.POINTER(ctypes.c_void_p)),
        ("transfers", ctypes.c_void_p),
        ("slots", ctypes.c_void_p),
        ("parts", ctypes.c_void_p),
        ("part_count", ctypes.c_uint),
        ("reason", ctypes.c_void_p),
    ]


REASON_BYTES = 200  # GS_REASON_BYTES of the same header
RUN = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Call))
DTYPES = ("float32", "float64", "int32", "int64")  # in the order of enum gs_dtype


class NotSupported(Exception):
    """The library cannot do this: the point is skipped."""


class DeviceArray:
    """Device memory of gridstride's, for whoever knows the CUDA array interface."""

    def __init__(self, pointer, length, dtype, stream):
        kind = {"float32": "<f4", "float64": "<f8", "int32": "<i4", "int64": "<i8"}[dtype]
        self.__cuda_array_interface__ = {
            "shape": (length,),
            "typestr": kind,
            "data": (pointer, False),
            "version": 3,
            "stream": stream,
        }


class Run:
    """One call: its n, dtype ("float32"), scalars, grid, block and stream, and its arrays."""

    def __init__(self, call):
        self.n, self.grid, self.block = call.n, call.grid, call.block
        self.dtype = DTYPES[call.dtype]
        # The call goes away; what it points at stays.
        self.scalars = ctypes.cast(call.scalars, ctypes.POINTER(ctypes.c_double))
        self._arrays = ctypes.cast(call.arrays, ctypes.POINTER(ctypes.c_void_p))
        self._host = ctypes.cast(call.host, ctypes.POINTER(ctypes.c_void_p))
        self.stream = call.stream

    def _view(self, pointer, length, dtype):
        import numpy

        dtype = dtype or self.dtype
        bytes_of = numpy.dtype(dtype).itemsize * length
        memory = (ctypes.c_char * bytes_of).from_address(pointer)
        return numpy.frombuffer(memory, dtype, length)

    def _device(self, index, length, dtype):
        # Work is queued in this very stream, so there is nothing to wait for.
        return DeviceArray(self._arrays[index], length or self.n, dtype or self.dtype, None)

    def pointer(self, index):
        """The address of a device array."""
        return self._arrays[index]

    def numpy(self, index, length=None, dtype=None):
        """A CPU call's array; length where it is not n, dtype where it is not that of the run."""
        return self._view(self._arrays[index], length or self.n, dtype)

    def host(self, index, length=None, dtype=None):
        """The host's array of a call that copies for itself."""
        return self._view(self._host[index], length or self.n, dtype)

    def cupy(self, index, length=None, dtype=None):
        """A device call's array for CuPy."""
        import cupy

        return cupy.asarray(self._device(index, length, dtype))

    def torch(self, index, length=None, dtype=None):
        """A device call's array for PyTorch."""
        import torch

        return torch.as_tensor(self._device(index, length, dtype), device="cuda")

    def numba(self, index, length=None, dtype=None):
        """A device call's array for Numba's kernels."""
        from numba import cuda

        return cuda.as_cuda_array(self._device(index, length, dtype), sync=False)

    def dtype_of(self, value):
        """A number in the dtype of the data, which it would else widen."""
        import numpy

        return numpy.dtype(self.dtype).type(value)

    def scalar(self, index):
        """A scalar of the workload in the dtype of the data."""
        return self.dtype_of(self.scalars[index])


def around_nothing(_run):
    return contextlib.nullcontext()


def around_cupy(run):
    import cupy

    return cupy.cuda.ExternalStream(run.stream)


class TorchStream:
    """torch.cuda.stream() is good for one `with`; this can be entered again and again."""

    def __init__(self, run):
        import torch

        self.torch = torch
        self.stream = torch.cuda.ExternalStream(run.stream)

    def __enter__(self):
        self.before = self.torch.cuda.current_stream()
        self.torch.cuda.set_stream(self.stream)

    def __exit__(self, *_):
        self.torch.cuda.set_stream(self.before)


ONE_THREAD, ALL_THREADS, DEVICE = range(3)  # in the order of enum gs_place


class Library:
    """Where a library runs, what it is called where, and what a run of it needs around itself."""

    def __init__(self, place, module, package, around=around_nothing, also_known_as=()):
        self.place, self.module, self.package = place, module, package
        self.on_device = place == DEVICE
        self.around, self.also_known_as = around, also_known_as

    def prepare(self, entry, run):
        around = self.around(run)
        with around:
            return around, entry.make(run)


LIBRARIES = {
    "numpy": Library(ONE_THREAD, "numpy", "numpy"),
    "scipy": Library(ONE_THREAD, "scipy", "scipy"),
    "numba": Library(ALL_THREADS, "numba", "numba"),
    "cupy": Library(
        DEVICE, "cupy", "cupy-cuda13x", around_cupy, ("cupy-cuda12x", "cupy-cuda11x", "cupy")
    ),
    "torch": Library(DEVICE, "torch", "torch", TorchStream),
    "torch_compile": Library(DEVICE, "torch", "torch", TorchStream),
    "numba_cuda": Library(DEVICE, "numba_cuda", "numba-cuda"),
    "cublas": Library(DEVICE, None, None),
    "thrust": Library(DEVICE, None, None),
    "cub": Library(DEVICE, None, None),
}


class Entry:
    """One library's way to do one workload."""

    def __init__(self, workload, library, name, about, make, symbol, copies):
        self.workload, self.library, self.name = workload, library, name
        self.about, self.make, self.symbol, self.copies = about, make, symbol, copies


class Book:
    """Collects what one peers.py says."""

    def __init__(self):
        self.entries = []

    def peer(self, workload, library, copies=False, about=None, name=None):
        """Decorates make(run), which returns the action to be verified and timed.

        make() is called once for a set of arrays, with what it imports, compiles and wraps; the
        action, without arguments, is what is timed. An action on the device returns without
        waiting. copies: it starts from run.host(i) and leaves its result there. about: one line on
        how it does it; without it the docstring of make(). name: what it is called in tables and
        records, where a library has more than one way to do the workload.
        """

        if library not in LIBRARIES:
            raise ValueError(f"no library {library!r}; there are: {', '.join(LIBRARIES)}")

        def remember(make):
            called = name or (library + "_host" if copies else library)
            says = about or make.__doc__.strip()
            self.entries.append(Entry(workload, library, called, says, make, None, copies))
            return make

        return remember

    def compiled(self, workload, library, about, function=None):
        """A way that was compiled in, as FUNCTION() in kernels/; without one, as WORKLOAD_LIBRARY()."""
        symbol = function or f"{workload}_{library}"
        self.entries.append(Entry(workload, library, library, about, None, symbol, False))


def lessons(share):
    """The peers.py of all lessons."""
    return sorted((share / "lessons").glob("*/peers.py"))


def read_book(path):
    """The entries of one peers.py."""
    spec = importlib.util.spec_from_file_location("peers_of_something", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, "BOOK"):
        raise SyntaxError("there is no BOOK; write BOOK = Book()", (str(path), 1, None, None))
    return module.BOOK.entries
