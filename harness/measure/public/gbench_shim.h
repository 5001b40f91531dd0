/* Google Benchmark behind a C interface: it drives the repetitions, we bring the clock. */
#ifndef GS_GBENCH_SHIM_H
#define GS_GBENCH_SHIM_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One measurement. Returns its seconds, or a negative number when it failed. */
typedef double gs_benchmark_sample_fn(void *context);

struct gs_benchmark_result {
    size_t iterations;
    double real_time_s; /* mean of what the samples returned */
    double cpu_time_s;  /* mean time that this thread spent on a CPU */
};

/*
 * Runs sample exactly `iterations` times as the benchmark `name`, with manual time. The iteration
 * count is ours because manual time has no bound of its own: a library left to choose would repeat
 * until the samples add up to its minimum, however long that takes on the wall. Returns false when
 * a sample failed. Call from one thread only.
 */
bool gs_benchmark_run(const char *name, gs_benchmark_sample_fn *sample, void *context,
                      size_t iterations, struct gs_benchmark_result *out);

/* The library and its version, as the build found it. */
const char *gs_benchmark_library(void);

#ifdef __cplusplus
}
#endif

#endif
