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
