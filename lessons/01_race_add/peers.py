"""race_add in other libraries: every thread adds to every cell, and no update is lost."""

from peer import Book

BOOK = Book()
peer = BOOK.peer
BOOK.compiled("race_add", "cub", "a block's sum by CUB, then one atomic addition a block and cell")


@peer("race_add", "numba_cuda")
def race_add_numba_cuda(run):
    """a kernel of cuda.atomic.add()"""
    from numba import cuda

    @cuda.jit
    def add(a, step):
        for i in range(a.size):
            cuda.atomic.add(a, i, step)

    a, stream = run.numba(0), cuda.external_stream(run.stream)
    step = a.dtype.type(0.5 if run.dtype.startswith("float") else 1)
    launch = add[run.grid, run.block, stream]
    return lambda: launch(a, step)
