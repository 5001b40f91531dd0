/* The inputs of an exercise of data, and its numbers, at one size. */
#include "data_parts.h"

#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double gs_amount_at(const struct gs_data_exercise *data, const struct gs_amount *amount,
                    const struct gs_shape *shape)
{
    long long value = 0;
    char why[160];
    if (amount->formula == NULL)
        return amount->real;
    return gs_expression_value(amount->formula, &data->names, shape, &value, why, sizeof why)
               ? (double)value
               : 0;
}

size_t gs_data_count(const struct gs_data_exercise *data, const struct gs_shape *shape,
                     unsigned parameter)
{
    const struct gs_amount *length = &data->arrays[parameter].length;
    return length->line == 0 ? 1 : (size_t)gs_amount_at(data, length, shape);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* By 64-bit integers where it is one: a double has 53 bits. */
static void set(enum gs_dtype dtype, void *array, size_t i, double value)
{
    switch (dtype) {
    case GS_I16:
        ((int16_t *)array)[i] = (int16_t)value;
        break;
    case GS_U32:
        ((uint32_t *)array)[i] = (uint32_t)value;
        break;
    case GS_U64:
        ((uint64_t *)array)[i] = (uint64_t)value;
        break;
    default:
        gs_dtype_set(dtype, array, i, value);
    }
}

/* What an array holds where nothing is said: floats of both signs, small integers. */
static void default_range(enum gs_dtype dtype, double *from, double *to)
{
    bool is_unsigned = dtype == GS_U32 || dtype == GS_U64;
    *from = gs_dtype_is_float(dtype) ? -1 : is_unsigned ? 0 : -1000;
    *to = gs_dtype_is_float(dtype) ? 1 : 1000;
}

/* Floats from `from` up to `to`; integers from `from` to `to`, both included. */
static double random_between(enum gs_dtype dtype, double from, double to, uint64_t bits)
{
    double share = (double)(bits >> 11) * 0x1p-53;
    if (gs_dtype_is_float(dtype))
        return from + share * (to - from);
    return to < from ? from : from + floor(share * (to - from + 1));
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct range {
    double from, to;
};

static void fill_array(const struct gs_data_array *array, enum gs_dtype dtype,
                       const struct range *range, uint64_t seed, unsigned k, size_t count,
                       void *out)
{
    double *values = array->order == GS_ORDER_RISING ? calloc(count + 1, sizeof *values) : NULL;
    for (size_t i = 0; i < count; i++) {
        double value =
            array->order == GS_ORDER_COUNTING
                ? range->from + (double)i
                : random_between(dtype, range->from, range->to, gs_random_bits(seed, k, i));
        if (values != NULL)
            values[i] = value;
        else
            set(dtype, out, i, value);
    }
    if (values == NULL)
        return;
    if (array->ends && count > 0) {
        values[0] = range->from;
        values[count - 1] = range->to;
    }
    qsort(values, count, sizeof *values, compare);
    for (size_t i = 0; i < count; i++)
        set(dtype, out, i, values[i]);
    free(values);
}

void gs_data_fill(const struct gs_data_exercise *data, const struct gs_shape *shape, uint64_t seed,
                  void *const *arrays)
{
    for (unsigned k = 0; data->parameters[k].name != NULL; k++) {
        const struct gs_data_array *array = &data->arrays[k];
        const enum gs_dtype dtype = data->parameters[k].dtype;
        struct range range;
        if (data->parameters[k].role == GS_OUTPUT || arrays[k] == NULL)
            continue;
        default_range(dtype, &range.from, &range.to);
        if (array->from.line > 0)
            range.from = gs_amount_at(data, &array->from, shape);
        if (array->to.line > 0)
            range.to = gs_amount_at(data, &array->to, shape);
        if (array->value.line > 0)
            set(dtype, arrays[k], 0, gs_amount_at(data, &array->value, shape));
        else
            fill_array(array, dtype, &range, seed, k, gs_data_count(data, shape, k), arrays[k]);
    }
}

void gs_data_budget(const struct gs_data_exercise *data, const struct gs_shape *shape,
                    struct gs_budget *most)
{
    const struct gs_data_budget *budget = &data->budget;
    *most =
        (struct gs_budget){.sectors = gs_amount_at(data, &budget->sectors, shape),
                           .wavefronts = gs_amount_at(data, &budget->wavefronts, shape),
                           .launches = (size_t)gs_amount_at(data, &budget->launches, shape),
                           .copies = (size_t)gs_amount_at(data, &budget->copies, shape),
                           .bytes_in = (size_t)gs_amount_at(data, &budget->bytes_in, shape),
                           .bytes_out = (size_t)gs_amount_at(data, &budget->bytes_out, shape),
                           .global_bytes = (size_t)gs_amount_at(data, &budget->global_bytes, shape),
                           .threads = (size_t)gs_amount_at(data, &budget->threads, shape),
                           .block = (size_t)gs_amount_at(data, &budget->block, shape)};
}
