/* The part of make bench that compares the CPU baselines with NumPy and Numba. */
#ifndef GS_BASELINES_H
#define GS_BASELINES_H

/*
 * Prints how the baseline `threads` of every workload does against the two libraries, which the
 * script python_baselines.py runs; says so where one of them is not installed.
 */
void bench_baselines(const char *script);

#endif
