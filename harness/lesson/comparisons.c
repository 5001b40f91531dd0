#include "comparisons.h"

#include <inttypes.h>
#include <stdio.h>

void gs_check_wrong_float(struct gs_check *check, size_t index, double got, double want)
{
    if (isnan(got) || !isfinite(want))
        check->max_error = INFINITY;
    if (check->wrong++ > 0)
        return;
    check->first_wrong = index;
    snprintf(check->got, sizeof check->got, "%.9g", isnan(got) ? NAN : got); /* without its sign */
    snprintf(check->want, sizeof check->want, "%.9g", want);
}

void gs_check_wrong_integer(struct gs_check *check, size_t index, int64_t got, int64_t want)
{
    double error = fabs((double)got - (double)want);
    if (error > check->max_error)
        check->max_error = error;
    if (check->wrong++ > 0)
        return;
    check->first_wrong = index;
    snprintf(check->got, sizeof check->got, "%" PRId64, got);
    snprintf(check->want, sizeof check->want, "%" PRId64, want);
}

void gs_check_merge(struct gs_check *into, const struct gs_check *other)
{
    struct gs_check first =
        into->wrong > 0 && (other->wrong == 0 || into->first_wrong < other->first_wrong) ? *into
                                                                                         : *other;
    first.wrong = into->wrong + other->wrong;
    first.max_error = fmax(into->max_error, other->max_error);
    first.max_ulp = fmax(into->max_ulp, other->max_ulp);
    *into = first;
}
