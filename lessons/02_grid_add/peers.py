"""grid_add and double_2d in other libraries: in place, an element at a time."""

import ctypes

from peer import Book, NotSupported

BOOK = Book()
peer = BOOK.peer
BOOK.compiled("grid_add", "thrust", "thrust::transform()")
BOOK.compiled("double_2d", "thrust", "thrust::transform()")


def step_of(run):
    return 0.5 if run.dtype.startswith("float") else 1


@peer("grid_add", "numpy")
def grid_add_numpy(run):
    """numpy.add() in place"""
    import numpy

    a, step = run.numpy(0), step_of(run)
    return lambda: numpy.add(a, step, out=a)


@peer("grid_add", "numba")
def grid_add_numba(run):
    """a parallel loop"""
    import numba

    @numba.njit(parallel=True)
    def add(a, step):
        for i in numba.prange(a.size):
            a[i] += step

    a = run.numpy(0)
    step = a.dtype.type(step_of(run))
    return lambda: add(a, step)


@peer("grid_add", "cupy")
def grid_add_cupy(run):
    """cupy.add() in place"""
    import cupy

    a, step = run.cupy(0), step_of(run)
    return lambda: cupy.add(a, step, out=a)


@peer("grid_add", "torch")
def grid_add_torch(run):
    """Tensor.add_()"""
    a, step = run.torch(0), step_of(run)
    return lambda: a.add_(step)


@peer("grid_add", "numba_cuda")
def grid_add_numba_cuda(run):
    """a kernel with cuda.grid(1)"""
    from numba import cuda

    @cuda.jit
    def add(a, step):
        i = cuda.grid(1)
        if i < a.size:
            a[i] += step

    a = run.numba(0)
    launch = add[(run.n + 255) // 256, 256, cuda.external_stream(run.stream)]
    step = a.dtype.type(step_of(run))
    return lambda: launch(a, step)


@peer("double_2d", "numpy")
def double_2d_numpy(run):
    """numpy.multiply() in place"""
    import numpy

    a = run.numpy(0)
    return lambda: numpy.multiply(a, 2, out=a)


@peer("double_2d", "numba")
def double_2d_numba(run):
    """a parallel loop"""
    import numba

    @numba.njit(parallel=True)
    def double(a):
        for i in numba.prange(a.size):
            a[i] += a[i]

    a = run.numpy(0)
    return lambda: double(a)


@peer("double_2d", "cupy")
def double_2d_cupy(run):
    """cupy.multiply() in place"""
    import cupy

    a = run.cupy(0)
    return lambda: cupy.multiply(a, 2, out=a)


@peer("double_2d", "torch")
def double_2d_torch(run):
    """Tensor.mul_()"""
    a = run.torch(0)
    return lambda: a.mul_(2)


@peer("double_2d", "numba_cuda")
def double_2d_numba_cuda(run):
    """a kernel with cuda.grid(1): the matrix as one long row"""
    from numba import cuda

    @cuda.jit
    def double(a):
        i = cuda.grid(1)
        if i < a.size:
            a[i] += a[i]

    a = run.numba(0)
    launch = double[(run.n + 255) // 256, 256, cuda.external_stream(run.stream)]
    return lambda: launch(a)


@peer("double_2d", "cublas")
def double_2d_cublas(run):
    """cublasSscal(), cublasDscal()"""
    from cublas import Cublas, NUMBERS

    if run.dtype not in NUMBERS:
        raise NotSupported
    letter, number = NUMBERS[run.dtype]
    blas, two = Cublas(run.stream), number(2)
    scale = blas.function(f"cublas{letter}scal_v2_64")
    a, n = ctypes.c_void_p(run.pointer(0)), ctypes.c_int64(run.n)
    return lambda: scale(blas.handle, n, ctypes.byref(two), a, ctypes.c_int64(1))
