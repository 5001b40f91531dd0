"""gaussian_pdf and polar_distance in other libraries.

Each has the formula of the lessons' best variant, constants computed once: what differs is the
library. NumPy and PyTorch go through memory once for each operation.
"""

import math

from peer import Book

BOOK = Book()
peer = BOOK.peer
BOOK.compiled("gaussian_pdf", "thrust", "thrust::transform()")
BOOK.compiled("polar_distance", "thrust", "thrust::transform() over zipped arrays")


def gaussian(run):
    """Mean, factor of the squared distance from it, and peak."""
    mean, sigma = run.scalars[0], run.scalars[1]
    return mean, 1 / sigma, 1 / (sigma * math.sqrt(2 * math.pi))


def gaussian_of_square(run):
    """The same with one factor of the square: a pass less, where each operation is a pass."""
    mean, inverse, peak = gaussian(run)
    return mean, -0.5 * inverse * inverse, peak


def in_dtype(run, values):
    return [run.dtype_of(value) for value in values]


@peer("gaussian_pdf", "numpy")
def gaussian_pdf_numpy(run):
    """an array at a time, in place"""
    import numpy

    x, p = run.numpy(0), run.numpy(1)
    mean, factor, peak = gaussian_of_square(run)

    def density():
        numpy.subtract(x, mean, out=p)
        numpy.square(p, out=p)
        numpy.multiply(p, factor, out=p)
        numpy.exp(p, out=p)
        numpy.multiply(p, peak, out=p)

    return density


@peer("gaussian_pdf", "scipy")
def gaussian_pdf_scipy(run):
    """scipy.stats.norm.pdf(), which returns a new array, copied into ours"""
    from scipy.stats import norm

    x, p = run.numpy(0), run.numpy(1)
    mean, sigma = run.scalar(0), run.scalar(1)

    def density():
        p[:] = norm.pdf(x, mean, sigma)

    return density


@peer("gaussian_pdf", "numba")
def gaussian_pdf_numba(run):
    """a parallel loop"""
    import numba

    @numba.njit(parallel=True)
    def density(x, p, mean, inverse, peak, factor):
        for i in numba.prange(x.size):
            z = (x[i] - mean) * inverse
            p[i] = math.exp(factor * z * z) * peak

    x, p = run.numpy(0), run.numpy(1)
    constants = in_dtype(run, [*gaussian(run), -0.5])
    return lambda: density(x, p, *constants)


@peer("gaussian_pdf", "cupy")
def gaussian_pdf_cupy(run):
    """an ElementwiseKernel"""
    import cupy

    density = cupy.ElementwiseKernel(
        "T x, T mean, T inverse, T peak",
        "T p",
        "T z = (x - mean) * inverse; p = exp(T(-0.5) * z * z) * peak",
        "gaussian_pdf",
    )
    x, p = run.cupy(0), run.cupy(1)
    constants = in_dtype(run, gaussian(run))
    return lambda: density(x, *constants, p)


@peer("gaussian_pdf", "torch")
def gaussian_pdf_torch(run):
    """a tensor at a time, in place"""
    import torch

    x, p = run.torch(0), run.torch(1)
    mean, factor, peak = gaussian_of_square(run)

    def density():
        torch.sub(x, mean, out=p)
        p.square_().mul_(factor).exp_().mul_(peak)

    return density


@peer("gaussian_pdf", "torch_compile")
def gaussian_pdf_torch_compile(run):
    """torch.compile() of the same: one kernel, which it writes itself"""
    import torch

    mean, factor, peak = gaussian_of_square(run)

    @torch.compile
    def density(x, p):
        p.copy_(peak * torch.exp(factor * (x - mean) ** 2))

    x, p = run.torch(0), run.torch(1)
    return lambda: density(x, p)


@peer("gaussian_pdf", "numba_cuda")
def gaussian_pdf_numba_cuda(run):
    """a kernel with cuda.grid(1)"""
    from numba import cuda

    @cuda.jit
    def density(x, p, mean, inverse, peak, factor):
        i = cuda.grid(1)
        if i < x.size:
            z = (x[i] - mean) * inverse
            p[i] = math.exp(factor * z * z) * peak

    x, p = run.numba(0), run.numba(1)
    constants = in_dtype(run, [*gaussian(run), -0.5])
    launch = density[(run.n + 255) // 256, 256, cuda.external_stream(run.stream)]
    return lambda: launch(x, p, *constants)


@peer("polar_distance", "numpy")
def polar_distance_numpy(run):
    """an array at a time, in place"""
    import numpy

    rho1, theta1, rho2, theta2, d = (run.numpy(i) for i in range(5))
    along = numpy.empty_like(d)

    def distance():
        numpy.subtract(theta1, theta2, out=d)
        numpy.multiply(d, 0.5, out=d)
        numpy.sin(d, out=d)
        numpy.square(d, out=d)
        numpy.multiply(d, rho1, out=d)
        numpy.multiply(d, rho2, out=d)
        numpy.multiply(d, 4, out=d)
        numpy.subtract(rho1, rho2, out=along)
        numpy.square(along, out=along)
        numpy.add(d, along, out=d)
        numpy.sqrt(d, out=d)

    return distance


@peer("polar_distance", "numba")
def polar_distance_numba(run):
    """a parallel loop"""
    import numba

    @numba.njit(parallel=True)
    def distance(rho1, theta1, rho2, theta2, d, half, four):
        for i in numba.prange(d.size):
            along = rho1[i] - rho2[i]
            sine = math.sin((theta1[i] - theta2[i]) * half)
            d[i] = math.sqrt(along * along + four * rho1[i] * rho2[i] * sine * sine)

    arrays = [run.numpy(i) for i in range(5)]
    constants = in_dtype(run, [0.5, 4])
    return lambda: distance(*arrays, *constants)


@peer("polar_distance", "cupy")
def polar_distance_cupy(run):
    """an ElementwiseKernel"""
    import cupy

    distance = cupy.ElementwiseKernel(
        "T rho1, T theta1, T rho2, T theta2",
        "T d",
        "T along = rho1 - rho2, sine = sin((theta1 - theta2) / 2);"
        "d = sqrt(along * along + 4 * rho1 * rho2 * sine * sine)",
        "polar_distance",
    )
    arrays = [run.cupy(i) for i in range(5)]
    return lambda: distance(*arrays)


@peer("polar_distance", "torch")
def polar_distance_torch(run):
    """a tensor at a time, in place"""
    import torch

    rho1, theta1, rho2, theta2, d = (run.torch(i) for i in range(5))
    along = torch.empty_like(d)

    def distance():
        torch.sub(theta1, theta2, out=d)
        d.mul_(0.5).sin_().square_().mul_(rho1).mul_(rho2).mul_(4)
        torch.sub(rho1, rho2, out=along)
        d.addcmul_(along, along).sqrt_()

    return distance


@peer("polar_distance", "torch_compile")
def polar_distance_torch_compile(run):
    """torch.compile() of the same: one kernel, which it writes itself"""
    import torch

    @torch.compile
    def distance(rho1, theta1, rho2, theta2, d):
        along, sine = rho1 - rho2, torch.sin((theta1 - theta2) / 2)
        d.copy_(torch.sqrt(along * along + 4 * rho1 * rho2 * sine * sine))

    arrays = [run.torch(i) for i in range(5)]
    return lambda: distance(*arrays)


@peer("polar_distance", "numba_cuda")
def polar_distance_numba_cuda(run):
    """a kernel with cuda.grid(1)"""
    from numba import cuda

    @cuda.jit
    def distance(rho1, theta1, rho2, theta2, d, half, four):
        i = cuda.grid(1)
        if i < d.size:
            along = rho1[i] - rho2[i]
            sine = math.sin((theta1[i] - theta2[i]) * half)
            d[i] = math.sqrt(along * along + four * rho1[i] * rho2[i] * sine * sine)

    arrays = [run.numba(i) for i in range(5)]
    constants = in_dtype(run, [0.5, 4])
    launch = distance[(run.n + 255) // 256, 256, cuda.external_stream(run.stream)]
    return lambda: launch(*arrays, *constants)
