"""The lessons' workloads in NumPy and in Numba's parallel CPU target, for baselines.c to time.

The first line of output says what is installed: "numpy VERSION", and "numba VERSION" behind it.
Then each line of input, "LIBRARY WORKLOAD DTYPE N", is answered by a line: the seconds of a run, or
nan where this file does not know the workload. It ends with its input.
"""
import math
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit()
try:
    import numba
    from numba import njit, prange
except ImportError:
    numba = None
    prange = range

    def njit(**_):
        return lambda function: function


TURN_S = 0.01  # as in baselines.c

# ---- inputs: like those of the lessons, from which neither library may gain ----------------------


def uniform(n, dtype, low=-1.0, high=1.0, seed=1):
    return np.random.default_rng(seed).uniform(low, high, n).astype(dtype)


def in_place(n, dtype):
    return [uniform(n, dtype)]


def two_inputs(n, dtype):
    return [uniform(n, dtype, seed=1), uniform(n, dtype, seed=2), np.zeros(n, dtype)]


def gaussian_inputs(n, dtype):
    mean, sigma = 0.25, 1.5
    factor, peak = -0.5 / sigma**2, 1 / (sigma * math.sqrt(2 * math.pi))
    return [uniform(n, dtype, -9, 9), np.zeros(n, dtype), dtype(mean), dtype(factor), dtype(peak)]


def polar_inputs(n, dtype):
    radii = [uniform(n, dtype, 0.5, 1.5, seed) for seed in (1, 2)]
    angles = [uniform(n, dtype, -math.pi, math.pi, seed) for seed in (3, 4)]
    return [radii[0], angles[0], radii[1], angles[1], np.zeros(n, dtype), np.zeros(n, dtype)]


def pulses_inputs(n, dtype):
    noise = np.random.default_rng(1).normal(0, 3, n).astype(dtype)
    scalars = [dtype(n / 23), dtype(100), dtype(15)]
    return [np.arange(n).astype(dtype), noise, np.zeros(n, dtype), np.zeros(n, bool), *scalars]


def hidden_layer_inputs(n, dtype):
    grey = np.floor(uniform(n, dtype, 0, 255))
    weight = np.random.default_rng(2).normal(0.5, 0.1, n).astype(dtype)
    return [grey, weight, np.zeros(n, dtype)]


def sum_inputs(n, dtype):
    return [uniform(n, dtype, 0, 1)]


def pi_inputs(n, dtype):
    return [n, np.zeros(1, dtype)]


def rows_of_at_most(n, most):
    """(rows, columns) of n elements: the largest divisor of n that is not above `most`; as lesson 12 has it."""
    columns = next(count for count in range(min(most, n), 0, -1) if n % count == 0)
    return n // columns, columns


def matrix_inputs(n, dtype, shape):
    """Each row around a level of its own, at which exp() is infinite or 0."""
    levels = uniform(shape[0], dtype, -1000, 1000, 1).reshape(-1, 1)
    return [(levels + uniform(n, dtype, -2, 2, 2).reshape(shape)).astype(dtype), np.zeros(shape, dtype)]


def softmax_inputs(n, dtype):
    return matrix_inputs(n, dtype, rows_of_at_most(n, math.isqrt(n))[::-1])


def short_rows_inputs(n, dtype):
    return matrix_inputs(n, dtype, rows_of_at_most(n, 64))


# ---- NumPy: nothing allocated on the way where `out` can prevent it -------------------------------


def grid_add_numpy(a):
    return np.add(a, 0.5, out=a)


def double_numpy(a):
    return np.multiply(a, 2, out=a)


def add_numpy(a, b, c):
    return np.add(a, b, out=c)


def gaussian_numpy(x, p, mean, factor, peak):
    np.subtract(x, mean, out=p)
    np.square(p, out=p)
    np.multiply(p, factor, out=p)
    np.exp(p, out=p)
    return np.multiply(p, peak, out=p)


def polar_numpy(rho1, theta1, rho2, theta2, d, along):
    np.subtract(theta1, theta2, out=d)
    np.multiply(d, 0.5, out=d)
    np.sin(d, out=d)
    np.square(d, out=d)
    np.multiply(d, rho1, out=d)
    np.multiply(d, rho2, out=d)
    np.multiply(d, 4, out=d)
    np.subtract(rho1, rho2, out=along)
    np.square(along, out=along)
    np.add(d, along, out=d)
    return np.sqrt(d, out=d)


def pulses_numpy(t, noise, out, low, period, amplitude, threshold):
    np.divide(t, period, out=out)
    np.sin(out, out=out)
    np.subtract(out, 0.3, out=out)
    np.maximum(out, 0, out=out)
    np.multiply(out, amplitude, out=out)
    np.add(out, noise, out=out)
    np.less(out, threshold, out=low)
    np.copyto(out, 0, where=low)
    return out


def hidden_layer_numpy(grey, weight, out):
    np.divide(grey, 255, out=out)
    np.multiply(out, weight, out=out)
    return np.tanh(out, out=out)


def sum_numpy(a):
    return a.sum()


def pi_numpy(n, pi):
    x = np.arange(n, dtype=pi.dtype)
    np.add(x, 0.5, out=x)
    np.multiply(x, 1 / n, out=x)
    np.square(x, out=x)
    np.add(x, 1, out=x)
    np.divide(4, x, out=x)
    pi[0] = x.sum() / n
    return pi


def softmax_numpy(x, y):
    np.subtract(x, x.max(axis=1, keepdims=True), out=y)
    np.exp(y, out=y)
    return np.divide(y, y.sum(axis=1, keepdims=True), out=y)


# ---- Numba: literals in the type of the data, or they would widen it ------------------------------


@njit(parallel=True)
def grid_add_numba(a):
    half = a.dtype.type(0.5)
    for i in prange(a.size):
        a[i] += half
    return a


@njit(parallel=True)
def double_numba(a):
    for i in prange(a.size):
        a[i] += a[i]
    return a


@njit(parallel=True)
def add_numba(a, b, c):
    for i in prange(c.size):
        c[i] = a[i] + b[i]
    return c


@njit(parallel=True)
def gaussian_numba(x, p, mean, factor, peak):
    for i in prange(x.size):
        z = x[i] - mean
        p[i] = peak * math.exp(factor * z * z)
    return p


@njit(parallel=True)
def polar_numba(rho1, theta1, rho2, theta2, d, _):
    half, four = d.dtype.type(0.5), d.dtype.type(4)
    for i in prange(d.size):
        along = rho1[i] - rho2[i]
        sine = math.sin((theta1[i] - theta2[i]) * half)
        d[i] = math.sqrt(along * along + four * rho1[i] * rho2[i] * sine * sine)
    return d


@njit(parallel=True)
def pulses_numba(t, noise, out, _, period, amplitude, threshold):
    level, zero = out.dtype.type(0.3), out.dtype.type(0)
    for i in prange(out.size):
        value = max(math.sin(t[i] / period) - level, zero) * amplitude + noise[i]
        out[i] = zero if value < threshold else value
    return out


@njit(parallel=True)
def hidden_layer_numba(grey, weight, out):
    white = out.dtype.type(255)
    for i in prange(out.size):
        out[i] = math.tanh(grey[i] / white * weight[i])
    return out


@njit(parallel=True)
def sum_numba(a):
    s = a.dtype.type(0)
    for i in prange(a.size):
        s += a[i]
    return s


@njit(parallel=True)
def pi_numba(n, pi):
    real = pi.dtype.type
    half, one, four, width = real(0.5), real(1), real(4), real(1) / real(n)
    s = real(0)
    for i in prange(n):
        x = (real(i) + half) * width
        s += four / (one + x * x)
    pi[0] = s * width
    return pi


@njit(parallel=True, fastmath=True)
def softmax_numba(x, y):
    for row in prange(x.shape[0]):
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
    return y


WORKLOADS = {
    "grid_add": (in_place, grid_add_numpy, grid_add_numba),
    "double_2d": (in_place, double_numpy, double_numba),
    "vecadd": (two_inputs, add_numpy, add_numba),
    "gaussian_pdf": (gaussian_inputs, gaussian_numpy, gaussian_numba),
    "polar_distance": (polar_inputs, polar_numpy, polar_numba),
    "add": (two_inputs, add_numpy, add_numba),
    "pulses": (pulses_inputs, pulses_numpy, pulses_numba),
    "hidden_layer": (hidden_layer_inputs, hidden_layer_numpy, hidden_layer_numba),
    "sum": (sum_inputs, sum_numpy, sum_numba),
    "pi": (pi_inputs, pi_numpy, pi_numba),
    "softmax": (softmax_inputs, softmax_numpy, softmax_numba),
    "short_rows": (short_rows_inputs, softmax_numpy, softmax_numba),
}
DTYPES = {"f32": np.float32, "f64": np.float64}


def check_agreement(name, dtype):
    """A library that computed something else would be timed for nothing."""
    make, *runs = WORKLOADS[name]
    results = [run(*make(1000, dtype)) for run in runs]
    if not np.allclose(*results, rtol=1e-4, atol=1e-4):
        sys.exit(f"python_baselines.py: {name}: NumPy and Numba do not agree")


def take_turn(run, arguments):
    """Warms up, then times as many runs as the warm-up had; returns the seconds of one."""
    start, count = time.perf_counter(), 0
    while count == 0 or time.perf_counter() - start < TURN_S:
        run(*arguments)
        count += 1
    start = time.perf_counter()
    for _ in range(count):
        run(*arguments)
    return (time.perf_counter() - start) / count


def main():
    np.seterr(all="ignore")  # doubling the same array again and again ends in infinity
    print("numpy", np.__version__, *(["numba", numba.__version__] if numba else []), flush=True)
    made, checked = {}, set()
    for line in sys.stdin:
        library, name, dtype, n = line.split()
        if name not in WORKLOADS:
            print("nan", flush=True)
            continue
        make, numpy_run, numba_run = WORKLOADS[name]
        if (name, dtype) not in checked:
            check_agreement(name, DTYPES[dtype])
            checked.add((name, dtype))
        if (name, dtype, n) not in made:
            made = {(name, dtype, n): make(int(n), DTYPES[dtype])}  # one at a time: they are large
        run = numpy_run if library == "numpy" else numba_run
        print(take_turn(run, made[name, dtype, n]), flush=True)


main()
