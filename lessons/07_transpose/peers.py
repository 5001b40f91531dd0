"""transpose and copy_2d in other libraries: array 0 has rows x columns elements, array 1 gets them."""

import ctypes

from peer import Book, NotSupported

BOOK = Book()
peer = BOOK.peer


def shape_of(run):
    """The rows and columns of array 0, as the workload says them."""
    return int(run.scalars[0]), int(run.scalars[1])


def matrices(run, array):
    """Array 0, and array 1 with the rows of 0 for columns: array() is run.numpy, run.cupy, ..."""
    rows, columns = shape_of(run)
    return array(0).reshape(rows, columns), array(1).reshape(columns, rows)


# ---- transpose -----------------------------------------------------------------------------------


@peer("transpose", "numpy")
def transpose_numpy(run):
    """numpy.copyto() from a.T"""
    import numpy

    a, b = matrices(run, run.numpy)
    return lambda: numpy.copyto(b, a.T)


@peer("transpose", "numba")
def transpose_numba(run):
    """a parallel loop over the rows of the result, in squares of 32"""
    import numba

    @numba.njit(parallel=True)
    def transpose(a, b):
        rows, columns = a.shape
        for band in numba.prange((columns + 31) // 32):
            first = 32 * band
            last = min(first + 32, columns)
            for row0 in range(0, rows, 32):
                for column in range(first, last):
                    for row in range(row0, min(row0 + 32, rows)):
                        b[column, row] = a[row, column]

    a, b = matrices(run, run.numpy)
    return lambda: transpose(a, b)


@peer("transpose", "cupy")
def transpose_cupy(run):
    """cupy.copyto() from a.T"""
    import cupy

    a, b = matrices(run, run.cupy)
    return lambda: cupy.copyto(b, a.T)


@peer("transpose", "torch")
def transpose_torch(run):
    """Tensor.copy_() from a.t()"""
    a, b = matrices(run, run.torch)
    return lambda: b.copy_(a.t())


@peer("transpose", "numba_cuda")
def transpose_numba_cuda(run):
    """a kernel with a tile of 32 x 33 in shared memory"""
    import numba
    from numba import cuda

    number = getattr(numba, run.dtype)

    @cuda.jit
    def transpose(a, b, rows, columns):
        tile = cuda.shared.array((32, 33), number)
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        column = cuda.blockIdx.x * 32 + x
        for line in range(y, 32, 8):
            row = cuda.blockIdx.y * 32 + line
            if row < rows and column < columns:
                tile[line, x] = a[row * columns + column]
        cuda.syncthreads()
        row = cuda.blockIdx.y * 32 + x
        for line in range(y, 32, 8):
            column = cuda.blockIdx.x * 32 + line
            if row < rows and column < columns:
                b[column * rows + row] = tile[x, line]

    rows, columns = shape_of(run)
    a, b = run.numba(0), run.numba(1)
    grid = ((columns + 31) // 32, (rows + 31) // 32)
    launch = transpose[grid, (32, 8), cuda.external_stream(run.stream)]
    return lambda: launch(a, b, rows, columns)


@peer("transpose", "cublas")
def transpose_cublas(run):
    """cublasSgeam(), cublasDgeam(): 1 * the transposed matrix + 0 * nothing"""
    from cublas import Cublas, NUMBERS

    if run.dtype not in NUMBERS:
        raise NotSupported
    letter, number = NUMBERS[run.dtype]
    blas, one, zero = Cublas(run.stream), number(1), number(0)
    add = blas.function(f"cublas{letter}geam_64")
    # cuBLAS stores matrices column by column: ours is its `columns` x `rows`, and the result its
    # `rows` x `columns`.
    rows, columns = (ctypes.c_int64(size) for size in shape_of(run))
    a, b = ctypes.c_void_p(run.pointer(0)), ctypes.c_void_p(run.pointer(1))
    transposed, as_it_is = ctypes.c_int(1), ctypes.c_int(0)
    return lambda: blas.check(
        add(
            blas.handle, transposed, as_it_is, rows, columns,
            ctypes.byref(one), a, columns, ctypes.byref(zero), b, rows, b, rows,
        )
    )


# ---- copy_2d -------------------------------------------------------------------------------------


@peer("copy_2d", "numpy")
def copy_2d_numpy(run):
    """numpy.copyto()"""
    import numpy

    a, b = run.numpy(0), run.numpy(1)
    return lambda: numpy.copyto(b, a)


@peer("copy_2d", "cupy")
def copy_2d_cupy(run):
    """cupy.copyto()"""
    import cupy

    a, b = run.cupy(0), run.cupy(1)
    return lambda: cupy.copyto(b, a)


@peer("copy_2d", "torch")
def copy_2d_torch(run):
    """Tensor.copy_()"""
    a, b = run.torch(0), run.torch(1)
    return lambda: b.copy_(a)
