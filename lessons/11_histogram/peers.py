"""Histograms of 256 bins in other libraries: array 0 is read, array 1 gets the 256 counts. What is below 0, or 256 and
above, is in no bin. All workloads do the same; what differs is the data."""

from peer import Book

BOOK = Book()
peer = BOOK.peer

BINS = 256
WORKLOADS = ("uniform", "sorted", "skewed", "one_bin")

for workload in WORKLOADS:
    BOOK.compiled(workload, "cub", "cub::DeviceHistogram::HistogramEven()", function="histogram_cub")


def for_all(name):
    """As @peer, for each of the workloads."""

    def add(make):
        for workload in WORKLOADS:
            peer(workload, name)(make)
        return make

    return add


@for_all("numpy")
def histogram_numpy(run):
    """numpy.histogram() of equal bins"""
    import numpy

    a, counts = run.numpy(0), run.numpy(1, BINS, "int32")

    def histogram():
        counts[:] = numpy.histogram(a, bins=BINS, range=(0, BINS))[0]

    return histogram


@for_all("numba")
def histogram_numba(run):
    """a parallel loop over parts of the array, each with counts of its own"""
    import numba
    import numpy

    @numba.njit(parallel=True)
    def histogram(a, counts, own):
        parts = own.shape[0]
        size = (a.size + parts - 1) // parts
        for part in numba.prange(parts):
            own[part, :] = 0
            for i in range(part * size, min((part + 1) * size, a.size)):
                x = a[i]
                if x >= 0 and x < BINS:
                    own[part, int(x)] += 1
        for k in range(BINS):
            total = 0
            for part in range(parts):
                total += own[part, k]
            counts[k] = total

    a, counts = run.numpy(0), run.numpy(1, BINS, "int32")
    own = numpy.zeros((numba.get_num_threads(), BINS), numpy.int32)
    return lambda: histogram(a, counts, own)


@for_all("cupy")
def histogram_cupy(run):
    """cupy.histogram() of equal bins"""
    import cupy

    a, counts = run.cupy(0), run.cupy(1, BINS, "int32")

    def histogram():
        counts[:] = cupy.histogram(a, bins=BINS, range=(0, BINS))[0]

    return histogram
