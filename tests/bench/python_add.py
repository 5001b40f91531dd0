"""Times c = a + b for f32 in NumPy and, where it is installed, in Numba with prange.

usage: python_add.py N...
Prints a line "library n median_seconds" for each.
"""
import statistics
import sys
import time

import numpy as np


def median_seconds(run, n):
    batch = max(1, 200_000 // n)
    run()
    samples = []
    for _ in range(30):
        start = time.perf_counter()
        for _ in range(batch):
            run()
        samples.append((time.perf_counter() - start) / batch)
    return statistics.median(samples)


def numba_add():
    try:
        from numba import njit, prange
    except ImportError:
        return None

    @njit(parallel=True, fastmath=True)
    def add(a, b, c):
        for i in prange(c.size):
            c[i] = a[i] + b[i]

    return add


def main():
    add = numba_add()
    for n in map(int, sys.argv[1:]):
        generator = np.random.default_rng(1)
        a = generator.random(n, dtype=np.float32)
        b = generator.random(n, dtype=np.float32)
        c = np.zeros_like(a)
        print("numpy", n, median_seconds(lambda: np.add(a, b, out=c), n))
        if add is not None:
            print("numba", n, median_seconds(lambda: add(a, b, c), n))


main()
