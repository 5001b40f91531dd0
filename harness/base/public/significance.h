/*
 * Statistics of two samples of times: is one shifted against the other, and by how much. Nothing
 * here assumes a shape of the distribution, for times have none that one could rely on: a floor,
 * a long tail, often several modes. Nothing here is random either: the same samples always give
 * the same numbers.
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
