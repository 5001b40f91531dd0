/* Comparing outputs with the reference. Every comparison is written so that NaN fails it. */
#ifndef GS_COMPARISONS_H
#define GS_COMPARISONS_H

#include "call.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* What comparing a range of outputs found; start from {0}. */
struct gs_match {
    size_t wrong;       /* elements outside the tolerance */
    size_t first_wrong; /* index of the first of them, valid where wrong > 0 */
    double max_error;   /* largest error seen: relative for floats, absolute for integers */
    double max_ulp;     /* of floats: the largest in units of the reference's last place */
    char got[32];       /* the first wrong element, as text */
    char want[32];
};

/* Counts an element outside the tolerance. */
void gs_match_wrong_float(struct gs_match *found, size_t index, double got, double want);
void gs_match_wrong_integer(struct gs_match *found, size_t index, int64_t got, int64_t want);

/*
 * The distance of neighbouring numbers at `value`, which is not 0, in a format whose significand
 * has `digits` binary digits and whose smallest normal number is 2^lowest.
 */
static inline double gs_ulp(long double value, int digits, int lowest)
{
    int exponent;
    frexpl(value, &exponent); /* |value| in [2^(exponent - 1), 2^exponent) */
    exponent = exponent - 1 < lowest ? lowest : exponent - 1;
    return ldexp(1.0, exponent - digits + 1);
}

/*
 * got against a reference in twice its precision; the tolerance is relative, absolute at 0. Where
 * the reference is NaN or infinite, only the same is right.
 */
static inline void gs_match_f32(struct gs_match *found, size_t index, float got, double want,
                                double tolerance)
{
    if (!isfinite(want)) {
        if (isnan(want) ? !isnan(got) : (double)got != want)
            gs_match_wrong_float(found, index, (double)got, want);
        return;
    }
    double distance = fabs((double)got - want);
    double error = distance / (want == 0.0 ? 1.0 : fabs(want));
    if (error > found->max_error)
        found->max_error = error;
    /* In between, one unit is 2^-24 to 2^-23 of the value: most elements cannot be the largest. */
    if (error * 0x1p24 > found->max_ulp && want != 0.0)
        found->max_ulp = fmax(found->max_ulp, distance / gs_ulp((long double)want, 24, -126));
    if (!(error <= tolerance))
        gs_match_wrong_float(found, index, (double)got, want);
}

/* The same for f64, against the widest floating type the machine has. */
static inline void gs_match_f64(struct gs_match *found, size_t index, double got, long double want,
                                double tolerance)
{
    if (!isfinite(want)) {
        if (isnan(want) ? !isnan(got) : (long double)got != want)
            gs_match_wrong_float(found, index, got, (double)want);
        return;
    }
    double distance = (double)fabsl((long double)got - want);
    double error = distance / (want == 0.0L ? 1.0 : (double)fabsl(want));
    if (error > found->max_error)
        found->max_error = error;
    if (error * 0x1p53 > found->max_ulp && want != 0.0L)
        found->max_ulp = fmax(found->max_ulp, distance / gs_ulp(want, 53, -1022));
    if (!(error <= tolerance))
        gs_match_wrong_float(found, index, got, (double)want);
}

/*
 * got against a reference in twice its precision; the tolerance is relative to the larger of the
 * reference and `scale`, and the error is told so too.
 */
static inline void gs_match_scaled(struct gs_match *found, enum gs_dtype dtype, size_t index,
                                   long double got, long double want, double scale,
                                   double tolerance)
{
    long double size = fabsl(want) > (long double)scale ? fabsl(want) : (long double)scale;
    if (!isfinite(want)) {
        if (isnan(want) ? !isnan(got) : got != want)
            gs_match_wrong_float(found, index, (double)got, (double)want);
        return;
    }
    double distance = (double)fabsl(got - want);
    double error = distance / (size == 0.0L ? 1.0 : (double)size);
    if (error > found->max_error)
        found->max_error = error;
    if (error > 0 && size != 0.0L)
        found->max_ulp =
            fmax(found->max_ulp,
                 distance / (dtype == GS_F32 ? gs_ulp(size, 24, -126) : gs_ulp(size, 53, -1022)));
    if (!(error <= tolerance))
        gs_match_wrong_float(found, index, (double)got, (double)want);
}

/* Integers are right exactly or not at all. */
static inline void gs_match_integer(struct gs_match *found, size_t index, int64_t got, int64_t want)
{
    if (got != want)
        gs_match_wrong_integer(found, index, got, want);
}

/*
 * Element i of an array, by dtype; the tolerance is for floats. An integer is widened for the
 * comparison: to make `want` an integer takes many times as long on x86-64.
 */
static inline void gs_match_value(struct gs_match *found, enum gs_dtype dtype, const void *array,
                                  size_t i, long double want, double tolerance)
{
    if (dtype == GS_F32) {
        gs_match_f32(found, i, ((const float *)array)[i], (double)want, tolerance);
    } else if (dtype == GS_F64) {
        gs_match_f64(found, i, ((const double *)array)[i], want, tolerance);
    } else {
        int64_t got = dtype == GS_I32 ? ((const int32_t *)array)[i] : ((const int64_t *)array)[i];
        if ((long double)got != want)
            gs_match_wrong_integer(found, i, got, (int64_t)want);
    }
}

/* Elements [begin, end) of an array that is the sum of two others of the same type. */
void gs_match_sums(struct gs_match *found, enum gs_dtype dtype, const void *a, const void *b,
                   const void *sums, size_t begin, size_t end, double tolerance);

/* Adds what another range found; the first wrong element is that of the lower index. */
void gs_match_merge(struct gs_match *into, const struct gs_match *other);

#endif
