"""Scans and compaction in other libraries: array 0 is read, array 1 gets the result; compact also has a
count in array 2."""

from peer import Book

BOOK = Book()
peer = BOOK.peer
BOOK.compiled("inclusive_sum", "cub", "cub::DeviceScan::InclusiveSum()")
BOOK.compiled("exclusive_sum", "cub", "cub::DeviceScan::ExclusiveSum()")
BOOK.compiled("compact", "cub", "cub::DeviceSelect::If()")
BOOK.compiled("inclusive_sum", "thrust", "thrust::inclusive_scan()")
BOOK.compiled("exclusive_sum", "thrust", "thrust::exclusive_scan()")


def parallel_scan(exclusive):
    """A scan by Numba on all threads: a sum for each part, then each part from what stands before it."""
    import numba

    @numba.njit(parallel=True)
    def scan(a, b, sums):
        parts = sums.size
        size = (a.size + parts - 1) // parts
        for part in numba.prange(parts):
            total = a.dtype.type(0)
            for i in range(part * size, min((part + 1) * size, a.size)):
                total += a[i]
            sums[part] = total
        before = a.dtype.type(0)
        for part in range(parts):
            total = sums[part]
            sums[part] = before
            before += total
        for part in numba.prange(parts):
            total = sums[part]
            for i in range(part * size, min((part + 1) * size, a.size)):
                if exclusive:
                    b[i] = total
                    total += a[i]
                else:
                    total += a[i]
                    b[i] = total

    return scan


# ---- inclusive_sum -------------------------------------------------------------------------------


@peer("inclusive_sum", "numpy")
def inclusive_numpy(run):
    """numpy.cumsum()"""
    import numpy

    a, b = run.numpy(0), run.numpy(1)
    return lambda: numpy.cumsum(a, dtype=a.dtype, out=b)


@peer("inclusive_sum", "numba")
def inclusive_numba(run):
    """two parallel loops over parts of the array"""
    import numba
    import numpy

    a, b = run.numpy(0), run.numpy(1)
    scan, sums = parallel_scan(False), numpy.zeros(numba.get_num_threads(), a.dtype)
    return lambda: scan(a, b, sums)


@peer("inclusive_sum", "cupy")
def inclusive_cupy(run):
    """cupy.cumsum()"""
    import cupy

    a, b = run.cupy(0), run.cupy(1)
    return lambda: cupy.cumsum(a, dtype=a.dtype, out=b)


@peer("inclusive_sum", "torch")
def inclusive_torch(run):
    """torch.cumsum()"""
    import torch

    a, b = run.torch(0), run.torch(1)
    return lambda: torch.cumsum(a, dim=0, dtype=a.dtype, out=b)


# ---- exclusive_sum -------------------------------------------------------------------------------


@peer("exclusive_sum", "numpy")
def exclusive_numpy(run):
    """numpy.cumsum() into the elements behind the first"""
    import numpy

    a, b = run.numpy(0), run.numpy(1)

    def scan():
        b[:1] = 0
        numpy.cumsum(a[:-1], dtype=a.dtype, out=b[1:])

    return scan


@peer("exclusive_sum", "numba")
def exclusive_numba(run):
    """two parallel loops over parts of the array"""
    import numba
    import numpy

    a, b = run.numpy(0), run.numpy(1)
    scan, sums = parallel_scan(True), numpy.zeros(numba.get_num_threads(), a.dtype)
    return lambda: scan(a, b, sums)


@peer("exclusive_sum", "cupy")
def exclusive_cupy(run):
    """cupy.cumsum() into the elements behind the first"""
    import cupy

    a, b = run.cupy(0), run.cupy(1)

    def scan():
        b[:1].fill(0)
        cupy.cumsum(a[:-1], dtype=a.dtype, out=b[1:])

    return scan


# ---- compact -------------------------------------------------------------------------------------


@peer("compact", "numpy")
def compact_numpy(run):
    """a[a > 0], and a copy"""
    a, b, count = run.numpy(0), run.numpy(1), run.numpy(2, 1, "int64")

    def compact():
        kept = a[a > 0]
        b[: kept.size] = kept
        count[0] = kept.size

    return compact


@peer("compact", "numba")
def compact_numba(run):
    """two parallel loops over parts of the array"""
    import numba
    import numpy

    @numba.njit(parallel=True)
    def compact(a, b, count, places):
        parts = places.size
        size = (a.size + parts - 1) // parts
        for part in numba.prange(parts):
            kept = 0
            for i in range(part * size, min((part + 1) * size, a.size)):
                kept += a[i] > 0
            places[part] = kept
        before = 0
        for part in range(parts):
            kept = places[part]
            places[part] = before
            before += kept
        count[0] = before
        for part in numba.prange(parts):
            place = places[part]
            for i in range(part * size, min((part + 1) * size, a.size)):
                if a[i] > 0:
                    b[place] = a[i]
                    place += 1

    a, b, count = run.numpy(0), run.numpy(1), run.numpy(2, 1, "int64")
    places = numpy.zeros(numba.get_num_threads(), numpy.int64)
    return lambda: compact(a, b, count, places)
