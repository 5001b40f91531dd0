"""sum and pi in other libraries. pi is map and reduce: where a library has no range to map over
without storing it, it stores it."""

from peer import Book

BOOK = Book()
peer = BOOK.peer
BOOK.compiled("sum", "cub", "cub::DeviceReduce::Sum()")
BOOK.compiled("pi", "cub", "cub::DeviceReduce::TransformReduce() over a counting iterator")


# ---- sum: array 0 is added up into array 1 -------------------------------------------------------


@peer("sum", "numpy")
def sum_numpy(run):
    """numpy.sum(): pairwise"""
    import numpy

    a, s = run.numpy(0), run.numpy(1, 1)
    total = s.reshape(())
    return lambda: numpy.sum(a, dtype=a.dtype, out=total)


@peer("sum", "numba")
def sum_numba(run):
    """a parallel loop, fastmath: sums in any order, as SIMD takes"""
    import numba

    @numba.njit(parallel=True, fastmath=True)
    def add_up(a, s, total):
        for i in numba.prange(a.size):
            total += a[i]
        s[0] = total

    a, s = run.numpy(0), run.numpy(1, 1)
    zero = a.dtype.type(0)
    return lambda: add_up(a, s, zero)


@peer("sum", "cupy")
def sum_cupy(run):
    """cupy.sum()"""
    import cupy

    a, s = run.cupy(0), run.cupy(1, 1)
    total = s.reshape(())
    return lambda: cupy.sum(a, dtype=a.dtype, out=total)


@peer("sum", "torch")
def sum_torch(run):
    """torch.sum()"""
    import torch

    a, s = run.torch(0), run.torch(1, 1)
    total = s.reshape(())
    return lambda: torch.sum(a, dim=0, dtype=a.dtype, out=total)


@peer("sum", "numba_cuda")
def sum_numba_cuda(run):
    """cuda.reduce()"""
    from numba import cuda

    add_up = cuda.reduce(lambda x, y: x + y)
    a, s, stream = run.numba(0), run.numba(1, 1), cuda.external_stream(run.stream)
    return lambda: add_up(a, res=s, stream=stream)


# ---- pi: into array 0 ----------------------------------------------------------------------------


@peer("pi", "numpy")
def pi_numpy(run):
    """an array at a time, then sum()"""
    import numpy

    n, pi = run.n, run.numpy(0, 1)

    def map_and_reduce():
        x = numpy.arange(n, dtype=pi.dtype)
        numpy.add(x, 0.5, out=x)
        numpy.multiply(x, 1 / n, out=x)
        numpy.square(x, out=x)
        numpy.add(x, 1, out=x)
        numpy.divide(4, x, out=x)
        pi[0] = x.sum() / n

    return map_and_reduce


@peer("pi", "numba")
def pi_numba(run):
    """a parallel loop, fastmath: sums in any order, as SIMD takes; added up in float64"""
    import numba
    import numpy

    pi = run.numpy(0, 1)
    real = pi.dtype.type

    @numba.njit(parallel=True, fastmath=True)
    def map_and_reduce(n, pi, width, half, one, four, total):
        for i in numba.prange(n):
            x = (real(i) + half) * width  # an index by itself would make a float32 a float64
            total += four / (one + x * x)
        pi[0] = total * width

    constants = real(1 / run.n), real(0.5), real(1), real(4), numpy.float64(0)
    return lambda: map_and_reduce(run.n, pi, *constants)


@peer("pi", "cupy")
def pi_cupy(run):
    """arange(), then one ReductionKernel"""
    import cupy

    n, pi = run.n, run.cupy(0, 1)
    total, width = pi.reshape(()), run.dtype_of(1 / run.n)
    reduce = cupy.ReductionKernel(
        "T i, T width",
        "T pi",
        "4 / (1 + (i + T(0.5)) * width * ((i + T(0.5)) * width))",
        "a + b",
        "pi = a",
        "0",
        "pi",
    )

    def map_and_reduce():
        reduce(cupy.arange(n, dtype=total.dtype), width, total)
        cupy.multiply(total, width, out=total)

    return map_and_reduce


@peer("pi", "torch")
def pi_torch(run):
    """a tensor at a time, then sum()"""
    import torch

    n, pi = run.n, run.torch(0, 1)
    total = pi.reshape(())

    def map_and_reduce():
        x = torch.arange(n, dtype=total.dtype, device="cuda")
        x.add_(0.5).mul_(1 / n).square_().add_(1).reciprocal_().mul_(4)
        torch.sum(x, dim=0, out=total)
        total.mul_(1 / n)

    return map_and_reduce
