"""saxpy.cu in other libraries: y = a x + y. The arrays are numbered as GRIDSTRIDE has them."""

from peer import Book

BOOK = Book()
peer = BOOK.peer
X, Y = range(2)


@peer("saxpy", "numpy")
def saxpy_numpy(run):
    """a * x into memory of its own, then += in place"""
    import numpy

    x, y, a = run.numpy(X), run.numpy(Y), run.scalar(0)
    product = numpy.empty_like(x)

    def action():
        numpy.multiply(a, x, out=product)
        numpy.add(y, product, out=y)

    return action


@peer("saxpy", "cupy")
def saxpy_cupy(run):
    """an elementwise kernel of its own"""
    import cupy

    fused = cupy.ElementwiseKernel("T a, T x", "T y", "y = a * x + y", "saxpy")
    x, y, a = run.cupy(X), run.cupy(Y), run.scalar(0)
    return lambda: fused(a, x, y)


@peer("saxpy", "torch")
def saxpy_torch(run):
    """Tensor.add_() with alpha"""
    x, y, a = run.torch(X), run.torch(Y), float(run.scalar(0))
    return lambda: y.add_(x, alpha=a)
