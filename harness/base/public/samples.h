/* Samples of a time, and what they say together. */
#ifndef GS_SAMPLES_H
#define GS_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>

enum { GS_MOST_SAMPLES = 200 };   /* of one measurement, in one process */
enum { GS_MOST_PROCESSES = 100 }; /* that take the samples of one measurement */

/* One sample. */
struct gs_sample {
    double seconds;     /* negative: it failed */
    double sm_clock_hz; /* the device's while it was taken; 0: not known */
    bool disturbed;     /* not to be used: that clock was low, or the host came too late */
};

struct gs_distribution {
    double min_s, q1_s, median_s, q3_s, max_s;
    double *samples; /* seconds, in the order taken; owned */
    size_t count;
    size_t discarded;   /* disturbed samples, which are not among those */
    bool all_disturbed; /* there were hardly any others, so they are all among them */
    double sm_clock_hz; /* median over the samples; 0: not known */
    double cpu_time_s;  /* mean, of the calling thread */
    double wall_s;      /* that sampling took, with what each sample does outside its own time */
    double system_s;    /* the same by the system's own clock where that is another time; else 0 */
};

void gs_distribution_release(struct gs_distribution *distribution);

/* Ascending. */
void gs_sort(double *values, size_t count);

/* Sorts values and returns their median; count > 0. */
double gs_median(double *values, size_t count);

/* Quantile q in [0, 1] of sorted values, interpolated linearly between neighbours. */
double gs_quantile(const double *sorted, size_t count, double q);

/*
 * Half of the 95 % confidence interval of the median of what sorted samples were drawn from, over
 * the median. The interval is between two order statistics and assumes no distribution (Conover,
 * Practical Nonparametric Statistics, 3.2). Infinite for fewer than 8 samples.
 */
double gs_median_error(const double *sorted, size_t count);

#endif
