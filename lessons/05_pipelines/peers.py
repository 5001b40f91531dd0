"""add, pulses and hidden_layer in other libraries: on the device, and from host to host.

The ones from host to host do what their users do: move the inputs over, compute, bring the result
back. Where gridstride has page-locked the arrays, their copies run at the bus's speed too.
"""

import functools
import math

from peer import Book

BOOK = Book()
peer = BOOK.peer
WORKLOADS = ("add", "pulses", "hidden_layer")
for workload in WORKLOADS:
    BOOK.compiled(workload, "thrust", "thrust::transform()")


def by_steps(workload, addition, rest):
    """How a library does `add`, and how the two that have more than one step."""
    return addition if workload == "add" else rest


def pulse_scalars(run):
    """Period, amplitude and threshold."""
    return [run.scalar(i) for i in range(3)]


# ---- NumPy and Numba on the CPU ------------------------------------------------------------------


@peer("add", "numpy")
def add_numpy(run):
    """numpy.add()"""
    import numpy

    x, y, out = (run.numpy(i) for i in range(3))
    return lambda: numpy.add(x, y, out=out)


@peer("add", "numba")
def add_numba(run):
    """a parallel loop"""
    import numba

    @numba.njit(parallel=True)
    def add(x, y, out):
        for i in numba.prange(out.size):
            out[i] = x[i] + y[i]

    arrays = [run.numpy(i) for i in range(3)]
    return lambda: add(*arrays)


@peer("pulses", "numpy")
def pulses_numpy(run):
    """an array at a time, in place"""
    import numpy

    t, noise, out = (run.numpy(i) for i in range(3))
    period, amplitude, threshold = pulse_scalars(run)
    low = numpy.empty(run.n, bool)

    def pulses():
        numpy.divide(t, period, out=out)
        numpy.sin(out, out=out)
        numpy.subtract(out, 0.3, out=out)
        numpy.maximum(out, 0, out=out)
        numpy.multiply(out, amplitude, out=out)
        numpy.add(out, noise, out=out)
        numpy.less(out, threshold, out=low)
        numpy.copyto(out, 0, where=low)

    return pulses


@peer("pulses", "numba")
def pulses_numba(run):
    """a parallel loop"""
    import numba

    @numba.njit(parallel=True)
    def pulses(t, noise, out, period, amplitude, threshold, level, zero):
        for i in numba.prange(out.size):
            value = max(math.sin(t[i] / period) - level, zero) * amplitude + noise[i]
            out[i] = zero if value < threshold else value

    arrays = [run.numpy(i) for i in range(3)]
    real = arrays[0].dtype.type
    constants = [*pulse_scalars(run), real(0.3), real(0)]
    return lambda: pulses(*arrays, *constants)


@peer("hidden_layer", "numpy")
def hidden_layer_numpy(run):
    """an array at a time, in place"""
    import numpy

    grey, weight, out = (run.numpy(i) for i in range(3))

    def layer():
        numpy.divide(grey, 255, out=out)
        numpy.multiply(out, weight, out=out)
        numpy.tanh(out, out=out)

    return layer


@peer("hidden_layer", "numba")
def hidden_layer_numba(run):
    """a parallel loop"""
    import numba

    @numba.njit(parallel=True)
    def layer(grey, weight, out, white):
        for i in numba.prange(out.size):
            out[i] = math.tanh(grey[i] / white * weight[i])

    arrays = [run.numpy(i) for i in range(3)]
    white = arrays[0].dtype.type(255)
    return lambda: layer(*arrays, white)


# ---- CuPy ----------------------------------------------------------------------------------------


def cupy_kernel(workload):
    """The whole of a workload as one function of its arrays and scalars."""
    import cupy

    if workload == "add":
        return cupy.add
    if workload == "pulses":
        return cupy.ElementwiseKernel(
            "T t, T noise, T period, T amplitude, T threshold",
            "T out",
            "T value = max(sin(t / period) - T(0.3), T(0)) * amplitude + noise;"
            "out = value < threshold ? T(0) : value",
            "pulses",
        )
    return cupy.ElementwiseKernel(
        "T grey, T weight", "T out", "out = tanh(grey / T(255) * weight)", "hidden_layer"
    )


def cupy_resident(workload, run):
    kernel = cupy_kernel(workload)
    x, y, out = (run.cupy(i) for i in range(3))
    scalars = pulse_scalars(run) if workload == "pulses" else []
    return lambda: kernel(x, y, *scalars, out)


def cupy_host(workload, run):
    import cupy

    kernel = cupy_kernel(workload)
    x, y, out = (run.host(i) for i in range(3))
    scalars = pulse_scalars(run) if workload == "pulses" else []

    def there_and_back():
        result = kernel(cupy.asarray(x), cupy.asarray(y), *scalars)
        result.get(out=out)

    return there_and_back


for workload in WORKLOADS:
    how = by_steps(workload, "cupy.add()", "an ElementwiseKernel")
    peer(workload, "cupy", about=how)(functools.partial(cupy_resident, workload))
    peer(workload, "cupy", copies=True, about="asarray() of both inputs, the same, get()")(
        functools.partial(cupy_host, workload)
    )


# ---- PyTorch -------------------------------------------------------------------------------------


def torch_steps(workload, run):
    """The workload as a function of its inputs and of where its result goes."""
    import torch

    if workload == "add":
        return lambda x, y, out: torch.add(x, y, out=out)
    if workload == "pulses":
        _, amplitude, threshold = (float(scalar) for scalar in pulse_scalars(run))
        # By a number it would multiply with the inverse, and the phase be another.
        period = torch.tensor(run.scalars[0], dtype=getattr(torch, run.dtype), device="cuda")

        def pulses(t, noise, out):
            torch.div(t, period, out=out)
            out.sin_().sub_(0.3).clamp_(min=0).mul_(amplitude).add_(noise)
            out.masked_fill_(out < threshold, 0)

        return pulses

    def layer(grey, weight, out):
        torch.div(grey, 255, out=out)
        out.mul_(weight).tanh_()

    return layer


def torch_resident(workload, run):
    steps = torch_steps(workload, run)
    x, y, out = (run.torch(i) for i in range(3))
    return lambda: steps(x, y, out)


def torch_host(workload, run):
    import torch

    steps = torch_steps(workload, run)
    x, y, out = (torch.from_numpy(run.host(i)) for i in range(3))

    def there_and_back():
        on_device = [array.to("cuda", non_blocking=True) for array in (x, y)]
        result = torch.empty_like(on_device[0])
        steps(*on_device, result)
        out.copy_(result)

    return there_and_back


for workload in WORKLOADS:
    how = by_steps(workload, "torch.add()", "a tensor at a time, in place")
    peer(workload, "torch", about=how)(functools.partial(torch_resident, workload))
    peer(workload, "torch", copies=True, about='to("cuda") of both inputs, the same, copy_() back')(
        functools.partial(torch_host, workload)
    )


# ---- Numba on the device -------------------------------------------------------------------------


def numba_kernel(workload):
    from numba import cuda

    @cuda.jit
    def add(x, y, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = x[i] + y[i]

    @cuda.jit
    def pulses(t, noise, out, period, amplitude, threshold, level, zero):
        i = cuda.grid(1)
        if i < out.size:
            value = max(math.sin(t[i] / period) - level, zero) * amplitude + noise[i]
            out[i] = zero if value < threshold else value

    @cuda.jit
    def hidden_layer(grey, weight, out, white):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = math.tanh(grey[i] / white * weight[i])

    return {"add": add, "pulses": pulses, "hidden_layer": hidden_layer}[workload]


def numba_resident(workload, run):
    from numba import cuda

    arrays = [run.numba(i) for i in range(3)]
    real = arrays[0].dtype.type
    constants = {
        "add": [],
        "pulses": [*pulse_scalars(run), real(0.3), real(0)],
        "hidden_layer": [real(255)],
    }[workload]
    blocks = (run.n + 255) // 256
    launch = numba_kernel(workload)[blocks, 256, cuda.external_stream(run.stream)]
    return lambda: launch(*arrays, *constants)


for workload in WORKLOADS:
    peer(workload, "numba_cuda", about="one kernel with cuda.grid(1)")(
        functools.partial(numba_resident, workload)
    )
