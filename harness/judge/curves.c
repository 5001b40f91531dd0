#include "curves.h"

#include "case_memory.h"

#include <math.h>
#include <string.h>

enum { MOST_COLUMNS = 600 };

/* An array of the first round, with what it held before the call where that was junk. */
struct elements {
    const unsigned char *values, *junk; /* junk NULL: it held values */
    enum gs_dtype dtype;
    size_t count;
};

static struct elements elements_of(const struct gs_memory *memory, unsigned k)
{
    const struct gs_case_parameter *parameter = &memory->c->parameter[k];
    struct elements e = {.values = memory->arrays[0][k],
                         .dtype = (enum gs_dtype)parameter->dtype,
                         .count = (size_t)parameter->count};
    if (parameter->role == GS_OUTPUT) {
        e.values = (unsigned char *)memory->answer + GS_CASE_ARRAYS + parameter->offset;
        e.junk = memory->junk + parameter->offset;
    }
    return e;
}

/* NAN: it was never written, or is no number. */
static double element_at(const struct elements *e, size_t i)
{
    const size_t bytes = gs_dtype_bytes(e->dtype);
    const unsigned char *at = e->values + i * bytes;
    if (e->junk != NULL && memcmp(at, e->junk + i * bytes, bytes) == 0)
        return NAN;
    const double value = (double)gs_dtype_get(e->dtype, e->values, i);
    return isfinite(value) ? value : NAN;
}

/* json_real() is NULL for what is no number. */
static void append(json_t *numbers, double value)
{
    json_array_append_new(numbers, isnan(value) ? json_null() : json_real(value));
}

static json_t *curve_of(const struct gs_curve *curve, const struct elements *e)
{
    const size_t columns = e->count < MOST_COLUMNS ? e->count : MOST_COLUMNS;
    json_t *low = json_array(), *high = json_array();
    for (size_t c = 0; c < columns; c++) {
        double least = NAN, most = NAN;
        for (size_t i = c * e->count / columns; i < (c + 1) * e->count / columns; i++) {
            least = fmin(least, element_at(e, i)); /* of NAN and a number: the number */
            most = fmax(most, element_at(e, i));
        }
        append(low, least);
        append(high, most);
    }
    return json_pack("{s:s, s:I, s:o, s:o}", "title", curve->title, "count", (json_int_t)e->count,
                     "low", low, "high", high);
}

json_t *gs_curves_of(const struct gs_case_run *run, const struct gs_case_outcome *outcome)
{
    json_t *curves = json_array();
    for (const struct gs_curve *curve = run->exercise->curves; curve->title != NULL; curve++) {
        const struct elements e = elements_of(outcome->memory, curve->parameter);
        json_array_append_new(curves, curve_of(curve, &e));
    }
    return curves;
}
