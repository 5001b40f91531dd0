"""matmul in other libraries: array 0 has rows x inner elements, array 1 inner x columns, and array 2
gets their product."""

import ctypes

from peer import Book, NotSupported

BOOK = Book()
peer = BOOK.peer


def matrices(run, array):
    """Arrays 0, 1 and 2 as matrices: array() is run.numpy, run.cupy, ..."""
    rows, columns, inner = (int(run.scalars[i]) for i in range(3))
    return (
        array(0, rows * inner).reshape(rows, inner),
        array(1, inner * columns).reshape(inner, columns),
        array(2, rows * columns).reshape(rows, columns),
    )


@peer("matmul", "numpy")
def matmul_numpy(run):
    """numpy.matmul(), which calls OpenBLAS on all CPU threads"""
    import numpy

    a, b, c = matrices(run, run.numpy)
    return lambda: numpy.matmul(a, b, out=c)


@peer("matmul", "numba")
def matmul_numba(run):
    """a parallel loop over the rows of c, which are sums of rows of b"""
    import numba

    @numba.njit(parallel=True, fastmath=True)
    def matmul(a, b, c):
        for row in numba.prange(a.shape[0]):
            c[row, :] = 0
            for k in range(a.shape[1]):
                x = a[row, k]
                for column in range(b.shape[1]):
                    c[row, column] += x * b[k, column]

    a, b, c = matrices(run, run.numpy)
    return lambda: matmul(a, b, c)


@peer("matmul", "cupy")
def matmul_cupy(run):
    """cupy.matmul(), which calls cuBLAS"""
    import cupy

    a, b, c = matrices(run, run.cupy)
    return lambda: cupy.matmul(a, b, out=c)


@peer("matmul", "torch")
def matmul_torch(run):
    """torch.matmul() without TF32"""
    import torch

    torch.backends.cuda.matmul.allow_tf32 = False
    a, b, c = matrices(run, run.torch)
    return lambda: torch.matmul(a, b, out=c)


@peer("matmul", "numba_cuda")
def matmul_numba_cuda(run):
    """a kernel with tiles of 16 x 16 in shared memory"""
    import numba
    from numba import cuda

    number = getattr(numba, run.dtype)

    @cuda.jit
    def matmul(a, b, c, rows, columns, inner):
        of_a = cuda.shared.array((16, 16), number)
        of_b = cuda.shared.array((16, 16), number)
        x, y = cuda.threadIdx.x, cuda.threadIdx.y
        row, column = cuda.blockIdx.y * 16 + y, cuda.blockIdx.x * 16 + x
        total = number(0)
        for first in range(0, inner, 16):
            of_a[y, x] = 0
            of_b[y, x] = 0
            if row < rows and first + x < inner:
                of_a[y, x] = a[row * inner + first + x]
            if first + y < inner and column < columns:
                of_b[y, x] = b[(first + y) * columns + column]
            cuda.syncthreads()
            for k in range(16):
                total += of_a[y, k] * of_b[k, x]
            cuda.syncthreads()
        if row < rows and column < columns:
            c[row * columns + column] = total

    rows, columns, inner = (int(run.scalars[i]) for i in range(3))
    a, b, c = run.numba(0, rows * inner), run.numba(1, inner * columns), run.numba(2, rows * columns)
    grid = ((columns + 15) // 16, (rows + 15) // 16)
    launch = matmul[grid, (16, 16), cuda.external_stream(run.stream)]
    return lambda: launch(a, b, c, rows, columns, inner)


@peer("matmul", "cublas")
def matmul_cublas(run):
    """cublasSgemm() and cublasDgemm() in the default mode, in which f32 is not rounded to TF32"""
    from cublas import Cublas, NUMBERS

    if run.dtype not in NUMBERS:
        raise NotSupported
    letter, number = NUMBERS[run.dtype]
    blas, one, zero = Cublas(run.stream), number(1), number(0)
    default_mode = ctypes.c_int(0)
    blas.check(blas.function("cublasSetMathMode")(blas.handle, default_mode))
    multiply = blas.function(f"cublas{letter}gemm_v2_64")
    # cuBLAS stores matrices column by column: for it ours are turned, and the turned c is the
    # turned b times the turned a.
    rows, columns, inner = (ctypes.c_int64(int(run.scalars[i])) for i in range(3))
    a, b, c = (ctypes.c_void_p(run.pointer(i)) for i in range(3))
    as_it_is = ctypes.c_int(0)
    return lambda: blas.check(
        multiply(
            blas.handle, as_it_is, as_it_is, columns, rows, inner,
            ctypes.byref(one), b, columns, a, inner, ctypes.byref(zero), c, columns,
        )
    )
