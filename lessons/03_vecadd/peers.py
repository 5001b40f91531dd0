"""vecadd in other libraries: c = a + b."""

import ctypes
import math

from peer import Book, NotSupported

BOOK = Book()
peer = BOOK.peer
BOOK.compiled("vecadd", "thrust", "thrust::transform()")


@peer("vecadd", "numpy")
def vecadd_numpy(run):
    """numpy.add()"""
    import numpy

    a, b, c = (run.numpy(i) for i in range(3))
    return lambda: numpy.add(a, b, out=c)


@peer("vecadd", "numba")
def vecadd_numba(run):
    """a parallel loop"""
    import numba

    @numba.njit(parallel=True)
    def add(a, b, c):
        for i in numba.prange(c.size):
            c[i] = a[i] + b[i]

    a, b, c = (run.numpy(i) for i in range(3))
    return lambda: add(a, b, c)


@peer("vecadd", "cupy")
def vecadd_cupy(run):
    """cupy.add()"""
    import cupy

    a, b, c = (run.cupy(i) for i in range(3))
    return lambda: cupy.add(a, b, out=c)


@peer("vecadd", "torch")
def vecadd_torch(run):
    """torch.add()"""
    import torch

    a, b, c = (run.torch(i) for i in range(3))
    return lambda: torch.add(a, b, out=c)


@peer("vecadd", "numba_cuda")
def vecadd_numba_cuda(run):
    """a kernel with cuda.grid(1)"""
    from numba import cuda

    @cuda.jit
    def add(a, b, c):
        i = cuda.grid(1)
        if i < c.size:
            c[i] = a[i] + b[i]

    a, b, c = (run.numba(i) for i in range(3))
    launch = add[(run.n + 255) // 256, 256, cuda.external_stream(run.stream)]
    return lambda: launch(a, b, c)


@peer("vecadd", "cublas")
def vecadd_cublas(run):
    """cublasSgeam(), cublasDgeam(): the sum of two matrices, of up to 1024 rows as n allows it"""
    from cublas import NUMBERS, Cublas

    if run.dtype not in NUMBERS or run.n >= 1 << 31:
        raise NotSupported
    letter, number = NUMBERS[run.dtype]
    rows = math.gcd(run.n, 1024)  # a matrix of one column is slow
    rows = rows if rows >= 32 else run.n
    m, n = ctypes.c_int(rows), ctypes.c_int(run.n // rows)
    blas, one = Cublas(run.stream), number(1)
    geam = blas.function(f"cublas{letter}geam")
    a, b, c = (ctypes.c_void_p(run.pointer(i)) for i in range(3))
    scale = ctypes.byref(one)
    return lambda: geam(blas.handle, 0, 0, m, n, scale, a, m, scale, b, m, c, m)
