#include "comparisons.h"

#include <inttypes.h>
#include <stdio.h>

void gs_match_wrong_float(struct gs_match *found, size_t index, double got, double want)
{
    if (isnan(got) || !isfinite(want))
        found->max_error = INFINITY;
    if (found->wrong++ > 0)
        return;
    found->first_wrong = index;
    snprintf(found->got, sizeof found->got, "%.9g", isnan(got) ? NAN : got); /* without its sign */
    snprintf(found->want, sizeof found->want, "%.9g", want);
}

void gs_match_wrong_integer(struct gs_match *found, size_t index, int64_t got, int64_t want)
{
    double error = fabs((double)got - (double)want);
    if (error > found->max_error)
        found->max_error = error;
    if (found->wrong++ > 0)
        return;
    found->first_wrong = index;
    snprintf(found->got, sizeof found->got, "%" PRId64, got);
    snprintf(found->want, sizeof found->want, "%" PRId64, want);
}

/* In arithmetic that is just wide enough, a loop for each type takes little more than reading. */
static void match_sums_f32(struct gs_match *found, const float *a, const float *b,
                           const float *sums, size_t begin, size_t end, double tolerance)
{
    for (size_t i = begin; i < end; i++)
        gs_match_f32(found, i, sums[i], (double)a[i] + (double)b[i], tolerance);
}

static void match_sums_f64(struct gs_match *found, const double *a, const double *b,
                           const double *sums, size_t begin, size_t end, double tolerance)
{
    for (size_t i = begin; i < end; i++)
        gs_match_f64(found, i, sums[i], (long double)a[i] + (long double)b[i], tolerance);
}

static void match_sums_i32(struct gs_match *found, const int32_t *a, const int32_t *b,
                           const int32_t *sums, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        gs_match_integer(found, i, sums[i], (int64_t)a[i] + (int64_t)b[i]);
}

static void match_sums_i64(struct gs_match *found, const int64_t *a, const int64_t *b,
                           const int64_t *sums, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        gs_match_integer(found, i, sums[i], (int64_t)a[i] + (int64_t)b[i]);
}

void gs_match_sums(struct gs_match *found, enum gs_dtype dtype, const void *a, const void *b,
                   const void *sums, size_t begin, size_t end, double tolerance)
{
    if (dtype == GS_F32)
        match_sums_f32(found, a, b, sums, begin, end, tolerance);
    else if (dtype == GS_F64)
        match_sums_f64(found, a, b, sums, begin, end, tolerance);
    else if (dtype == GS_I32)
        match_sums_i32(found, a, b, sums, begin, end);
    else
        match_sums_i64(found, a, b, sums, begin, end);
}

void gs_match_merge(struct gs_match *into, const struct gs_match *other)
{
    struct gs_match first =
        into->wrong > 0 && (other->wrong == 0 || into->first_wrong < other->first_wrong) ? *into
                                                                                         : *other;
    first.wrong = into->wrong + other->wrong;
    first.max_error = fmax(into->max_error, other->max_error);
    first.max_ulp = fmax(into->max_ulp, other->max_ulp);
    *into = first;
}
