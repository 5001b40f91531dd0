/*
 * Statistics of two samples of times: is one shifted against the other, and by how much. Of samples
 * of one process nothing here assumes a shape of the distribution, for times have none that one
 * could rely on: a floor, a long tail, often several modes. Medians of processes are taken as
 * normal. Nothing here is random: the same samples always give the same numbers.
 */
#ifndef GS_SIGNIFICANCE_H
#define GS_SIGNIFICANCE_H

#include <stdbool.h>
#include <stddef.h>

/* The rank test of Mann and Whitney (Ann. Math. Stat. 18, 1947). */
struct gs_rank_test {
    double u;   /* pairs (a, b) with a > b, pairs of equals counting half: 0 to a_count * b_count */
    double p;   /* two-sided: of at least this imbalance, were both samples from one distribution */
    bool exact; /* p is from the distribution of U itself, else from its normal approximation */
};

/*
 * Exact where no two values are equal and a_count * b_count <= GS_MOST_EXACT; else the normal
 * approximation with corrections for ties and for continuity. Values must not be NaN, counts are
 * over 0. False when out of memory.
 */
enum { GS_MOST_EXACT = 400 };
bool gs_rank_test(const double *a, size_t a_count, const double *b, size_t b_count,
                  struct gs_rank_test *out);

/* median(b) / median(a), and the interval that holds the true ratio in 95 of 100 cases. */
struct gs_ratio {
    double ratio, low, high;
};

/*
 * The interval of Price and Bonett (J. Stat. Comput. Simul. 72, 2002): the variance of each median
 * from two of its sample's order statistics, on a logarithmic scale, on which the two variances
 * add. It needs GS_FEWEST_SAMPLES values on each side, all over 0. Ties make it narrower than it
 * should be: where a clock ticks coarsely, the median is known to a tick at best. False when out
 * of memory.
 */
enum { GS_FEWEST_SAMPLES = 8 };
bool gs_median_ratio(const double *a, size_t a_count, const double *b, size_t b_count,
                     struct gs_ratio *out);

/* ---- several processes ----------------------------------------------------------------------- */

/* P(|T| >= t) of Student's T; freedom > 0, which need not be whole. */
double gs_student_p(double t, double freedom);

/* The t for which that is p; 0 < p < 1. */
double gs_student_quantile(double p, double freedom);

/* Times of several processes on each side, one time a process. */
struct gs_between_processes_test {
    struct gs_ratio ratio;
    double p;      /* two-sided, that there is no difference */
    double spread; /* of the logarithm of one process's time, squared: both sides added */
    size_t fewest; /* processes, of the side that has fewer */
};

/*
 * Welch's t-test (Biometrika 34, 1947) of the logarithms, and the interval that belongs to it; the
 * ratio is that of the geometric means. What one process has in common, as the places of its
 * memory, does not average out in it, so a process counts as one observation, however many samples
 * it took. Of few observations Student's t gives an interval that holds what it promises, where a
 * bootstrap of so few gives one that is too narrow. Both counts are 2 or more, all times over 0.
 */
void gs_between_processes_test(const double *a, size_t a_count, const double *b, size_t b_count,
                               struct gs_between_processes_test *out);

/*
 * Processes a side with which a difference of the logarithms of `distance` is seen at the level p
 * in 4 of 5 cases, if one process differs from another as it did in the test. 0: more than `most`.
 */
size_t gs_processes_needed(const struct gs_between_processes_test *test, double distance, double p,
                           size_t most);

/* ---- many tests ------------------------------------------------------------------------------ */

/*
 * The procedure of Benjamini and Hochberg (J. R. Stat. Soc. B 57, 1995): the largest of count
 * p-values that counts as significant where so many tests are made side by side; each p up to it
 * does. At most a share `rate` of those is to be expected by chance, and where all is chance, any
 * at all with probability `rate`. Sorts p. Below 0 where none is significant.
 */
double gs_significant_p(double *p, size_t count, double rate);

/* x with P(Z <= x) = p of a standard normal Z; 0 < p < 1. */
double gs_normal_quantile(double p);

#endif
