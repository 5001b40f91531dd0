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


def horner(x, y, coefficients):
    """A polynomial of each x into y: the coefficient of the highest power first."""
    y[:] = coefficients[0]
    for coefficient in coefficients[1:]:
        y *= x
        y += coefficient


COEFFICIENTS = 32  # of each polynomial, BRANCH_COEFFICIENTS of kernels/02_grid_add.h


@peer("two_branches", "numpy")
def two_branches_numpy(run):
    """every second element of the arrays, one polynomial each"""
    a, b = run.numpy(0), run.numpy(1)
    even, odd = run.numpy(2, COEFFICIENTS), run.numpy(3, COEFFICIENTS)

    def branches():
        horner(a[::2], b[::2], even)
        horner(a[1::2], b[1::2], odd)

    return branches


@peer("two_branches", "numba")
def two_branches_numba(run):
    """a parallel loop with the branch in it"""
    import numba

    @numba.njit(parallel=True)
    def branches(a, b, even, odd):
        for i in numba.prange(a.size):
            coefficients = even if i % 2 == 0 else odd
            y = coefficients[0]
            for k in range(1, coefficients.size):
                y = y * a[i] + coefficients[k]
            b[i] = y

    a, b = run.numpy(0), run.numpy(1)
    even, odd = run.numpy(2, COEFFICIENTS), run.numpy(3, COEFFICIENTS)
    return lambda: branches(a, b, even, odd)


@peer("two_branches", "torch")
def two_branches_torch(run):
    """every second element of the tensors, one polynomial each"""
    a, b = run.torch(0), run.torch(1)
    even, odd = run.torch(2, COEFFICIENTS), run.torch(3, COEFFICIENTS)

    def branches():
        horner(a[::2], b[::2], even)
        horner(a[1::2], b[1::2], odd)

    return branches


@peer("two_branches", "numba_cuda")
def two_branches_numba_cuda(run):
    """a kernel with cuda.grid(1), which chooses the coefficients"""
    from numba import cuda

    @cuda.jit
    def branches(a, b, even, odd):
        i = cuda.grid(1)
        if i < a.size:
            coefficients = even if i % 2 == 0 else odd
            y = coefficients[0]
            for k in range(1, coefficients.size):
                y = y * a[i] + coefficients[k]
            b[i] = y

    arrays = [run.numba(0), run.numba(1), run.numba(2, COEFFICIENTS), run.numba(3, COEFFICIENTS)]
    launch = branches[(run.n + 255) // 256, 256, cuda.external_stream(run.stream)]
    return lambda: launch(*arrays)
