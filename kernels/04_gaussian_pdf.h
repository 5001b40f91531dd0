/* What the kernels, the baselines and the reference of gaussian_pdf agree on. */
#ifndef GAUSSIAN_PDF_H
#define GAUSSIAN_PDF_H

#include <math.h>

/*
 * The density at x of the normal distribution with that mean and standard deviation (sigma):
 *
 *     exp(-1/2 ((x - mean) / sigma)^2) / (sigma sqrt(2 pi))
 *
 * Where that says little, or the formula something else:
 *   sigma <= 0 or NaN        NaN for every x: there is no such distribution
 *   mean NaN, or x NaN       NaN
 *   x infinite               0; NaN where mean is the same infinity, or where sigma is infinite
 *   mean infinite            0 for every finite x; NaN where sigma is infinite
 *   sigma infinite           0 for every finite x and mean
 * All but the first line come out by themselves; that one is gaussian_of()'s: it puts NaN in place
 * of such a sigma.
 */
struct gaussian {
    double mean, sigma;
    double inverse; /* 1 / sigma */
    double peak;    /* 1 / (sigma sqrt(2 pi)), the density at the mean */
};

/* From the workload's scalars, mean and sigma, which are exact in f32. */
static inline struct gaussian gaussian_of(const double *scalars)
{
    const double sqrt_two_pi = 2.50662827463100050242;
    struct gaussian g;
    g.mean = scalars[0];
    g.sigma = scalars[1] > 0 ? scalars[1] : (double)NAN;
    g.inverse = 1 / g.sigma;
    g.peak = 1 / (g.sigma * sqrt_two_pi);
    return g;
}

#endif
