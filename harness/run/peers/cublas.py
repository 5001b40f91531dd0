"""As much of cuBLAS as the lessons' peers.py call, straight from its C interface."""

import ctypes
import functools

from peer import NotSupported

NUMBERS = {"float32": ("S", ctypes.c_float), "float64": ("D", ctypes.c_double)}


def load():
    """cuBLAS of the toolkit, or that which came with a Python package that is loaded already."""
    for name in ("libcublas.so.13", "libcublas.so.12", "libcublas.so"):
        try:
            return ctypes.CDLL(name)
        except OSError:
            pass
    raise NotSupported


@functools.lru_cache(maxsize=None)  # a handle holds device memory: one for each stream
class Cublas:
    """A handle whose work goes into `stream`."""

    def __init__(self, stream):
        self.library, self.handle = load(), ctypes.c_void_p()
        self.check(self.library.cublasCreate_v2(ctypes.byref(self.handle)))
        self.check(self.library.cublasSetStream_v2(self.handle, ctypes.c_void_p(stream)))

    @staticmethod
    def check(status):
        if status != 0:
            raise RuntimeError(f"cuBLAS ended with status {status}")

    def function(self, name):
        """The function of that name; where this version lacks it, the point is skipped."""
        try:
            return getattr(self.library, name)
        except AttributeError:
            raise NotSupported from None
