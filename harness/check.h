/* Comparing outputs with the reference. Every comparison is written so that NaN fails it. */
#ifndef GS_CHECK_H
#define GS_CHECK_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* What checking a range of outputs found; start from {0}. */
struct gs_check {
    size_t wrong;       /* elements outside the tolerance */
    size_t first_wrong; /* index of the first of them, valid where wrong > 0 */
    double max_error;   /* largest error seen: relative for floats, absolute for integers */
    char got[32];       /* the first wrong element, as text */
    char want[32];
};

/* Counts an element outside the tolerance. */
void gs_check_wrong_float(struct gs_check *check, size_t index, double got, double want);
void gs_check_wrong_integer(struct gs_check *check, size_t index, int64_t got, int64_t want);

/* got against a reference in twice its precision; the tolerance is relative, absolute at 0. */
static inline void gs_check_f32(struct gs_check *check, size_t index, float got, double want,
                                double tolerance)
{
    double error = fabs((double)got - want) / (want == 0.0 ? 1.0 : fabs(want));
    if (error > check->max_error)
        check->max_error = error;
    if (!(error <= tolerance))
        gs_check_wrong_float(check, index, (double)got, want);
}

/* The same for f64, against the widest floating type the machine has. */
static inline void gs_check_f64(struct gs_check *check, size_t index, double got, long double want,
                                double tolerance)
{
    double error = (double)(fabsl((long double)got - want) / (want == 0.0L ? 1.0L : fabsl(want)));
    if (error > check->max_error)
        check->max_error = error;
    if (!(error <= tolerance))
        gs_check_wrong_float(check, index, got, (double)want);
}

/* Integers are right exactly or not at all. */
static inline void gs_check_integer(struct gs_check *check, size_t index, int64_t got, int64_t want)
{
    if (got != want)
        gs_check_wrong_integer(check, index, got, want);
}

/* Adds what another range found; the first wrong element is that of the lower index. */
void gs_check_merge(struct gs_check *into, const struct gs_check *other);

#endif
