"""Softmax of rows in other libraries: array 0 has rows x columns elements, array 1 gets their softmax."""

from peer import Book

BOOK = Book()
peer = BOOK.peer

WORKLOADS = ("softmax", "short_rows")


def for_all(name):
    """As @peer, for each of the workloads, which differ in their shape alone."""

    def add(make):
        for workload in WORKLOADS:
            peer(workload, name)(make)
        return make

    return add


def matrices(run, array):
    """Arrays 0 and 1 as matrices: array() is run.numpy, run.cupy, ..."""
    rows, columns = (int(run.scalars[i]) for i in range(2))
    return array(0).reshape(rows, columns), array(1).reshape(rows, columns)


@for_all("numpy")
def softmax_numpy(run):
    """the rows' maxima, exp(), sums and a division, with the result's array for what is between"""
    import numpy

    x, y = matrices(run, run.numpy)

    def softmax():
        numpy.subtract(x, x.max(axis=1, keepdims=True), out=y)
        numpy.exp(y, out=y)
        numpy.divide(y, y.sum(axis=1, keepdims=True), out=y)

    return softmax


@for_all("numba")
def softmax_numba(run):
    """a parallel loop over the rows, each with three loops"""
    import math
    import numba

    @numba.njit(parallel=True, fastmath=True)
    def softmax(x, y):
        for row in numba.prange(x.shape[0]):
            largest = x[row, 0]
            for k in range(1, x.shape[1]):
                largest = max(largest, x[row, k])
            total = y.dtype.type(0)
            for k in range(x.shape[1]):
                y[row, k] = math.exp(x[row, k] - largest)
                total += y[row, k]
            factor = y.dtype.type(1) / total
            for k in range(x.shape[1]):
                y[row, k] *= factor

    x, y = matrices(run, run.numpy)
    return lambda: softmax(x, y)


@for_all("cupy")
def softmax_cupy(run):
    """cupyx.scipy.special.softmax(), copied into the result's array"""
    import cupy
    from cupyx.scipy.special import softmax

    x, y = matrices(run, run.cupy)
    return lambda: cupy.copyto(y, softmax(x, axis=1))


@for_all("torch")
def softmax_torch(run):
    """torch.softmax()"""
    import torch

    x, y = matrices(run, run.torch)
    return lambda: torch.softmax(x, 1, out=y)
