"""Lesson 13 in other libraries. `slices`: arrays 0 and 1 are added into 2; `tree`: the 64 slices of array 0 are added up
into array 2."""

from peer import Book

BOOK = Book()
peer = BOOK.peer

SLICES = 64


def slice_elements(n):
    return (n + SLICES - 1) // SLICES


@peer("slices", "numpy")
def slices_numpy(run):
    """numpy.add()"""
    import numpy

    x, y, out = (run.numpy(i) for i in range(3))
    return lambda: numpy.add(x, y, out=out)


@peer("slices", "cupy")
def slices_cupy(run):
    """cupy.add()"""
    import cupy

    x, y, out = (run.cupy(i) for i in range(3))
    return lambda: cupy.add(x, y, out=out)


@peer("slices", "cupy", name="cupy_slices")
def slices_cupy_slices(run):
    """cupy.add() of each slice, one launch after the other"""
    import cupy

    x, y, out = (run.cupy(i) for i in range(3))
    size = slice_elements(run.n)
    slices = [slice(begin, begin + size) for begin in range(0, run.n, size)]
    views = [(x[s], y[s], out[s]) for s in slices]

    def add():
        for a, b, to in views:
            cupy.add(a, b, out=to)

    return add


@peer("tree", "numpy")
def tree_numpy(run):
    """numpy.add() to the sum, slice by slice"""
    import numpy

    size = slice_elements(run.n)
    x, out = run.numpy(0), run.numpy(2, size)

    def add():
        out[:] = x[:size]
        for begin in range(size, run.n, size):
            part = x[begin : begin + size]
            numpy.add(out[: part.size], part, out=out[: part.size])

    return add


@peer("tree", "cupy")
def tree_cupy(run):
    """cupy.add() to the sum, slice by slice"""
    import cupy

    size = slice_elements(run.n)
    x, out = run.cupy(0), run.cupy(2, size)

    def add():
        out[:] = x[:size]
        for begin in range(size, run.n, size):
            part = x[begin : begin + size]
            cupy.add(out[: part.size], part, out=out[: part.size])

    return add
