/* From one sample to a distribution: pilot runs, how many samples, and what they say together. */
#ifndef GS_MEASURE_H
#define GS_MEASURE_H

#include "gbench_shim.h"

#include <stdbool.h>
#include <stddef.h>

struct gs_distribution {
    double min_s, q1_s, median_s, q3_s, max_s;
    double *samples; /* seconds, in the order taken; owned */
    size_t count;
    double cpu_time_s; /* mean, of the calling thread */
};

/*
 * Takes samples: 30 at least where they fit into budget_s, up to 50 where they are short, never
 * fewer than 5. The first runs are a warm-up and the pilot that tells how many fit; the pilot
 * goes by the wall clock, which includes what a sample does outside its own time. Returns false
 * when a sample failed. Free with gs_distribution_release().
 */
bool gs_measure(const char *name, gs_bench_sample_fn *sample, void *context, double budget_s,
                struct gs_distribution *out);
void gs_distribution_release(struct gs_distribution *distribution);

/* Sorts values and returns their median; count > 0. */
double gs_median(double *values, size_t count);

/* Quantile q in [0, 1] of sorted values, interpolated linearly between neighbours. */
double gs_quantile(const double *sorted, size_t count, double q);

#endif
