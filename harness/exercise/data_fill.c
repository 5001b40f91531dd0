/* The inputs of an exercise of data, and its numbers, at one size. */
#include "data_parts.h"

#include "exercise_tools.h"
#include "random.h"
#include "samples.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

struct gs_formula_at gs_data_formula_at(const struct gs_data_exercise *data,
                                        const struct gs_shape *shape, const void *const *arrays)
{
    struct gs_formula_at at = {.parameters = data->parameters, .arrays = arrays, .shape = shape};
    for (unsigned k = 0; data->parameters[k].name != NULL; k++)
        at.counts[k] = gs_data_count(data, shape, k);
    return at;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* NaN is the least. */
static long double between(long double value, long double least, long double most)
{
    return value >= least ? fminl(value, most) : least;
}

void gs_data_set(enum gs_dtype dtype, void *array, size_t i, long double value)
{
    const long double past_i64 = 0x1p63L - 1, past_u64 = 0x1p64L - 1;
    switch (dtype) {
    case GS_I16:
        ((int16_t *)array)[i] = (int16_t)between(value, INT16_MIN, INT16_MAX);
        break;
    case GS_I32:
        ((int32_t *)array)[i] = (int32_t)between(value, INT32_MIN, INT32_MAX);
        break;
    case GS_I64:
        ((int64_t *)array)[i] = (int64_t)between(value, -0x1p63L, past_i64);
        break;
    case GS_U32:
        ((uint32_t *)array)[i] = (uint32_t)between(value, 0, UINT32_MAX);
        break;
    case GS_U64:
        ((uint64_t *)array)[i] = (uint64_t)between(value, 0, past_u64);
        break;
    case GS_F32:
        ((float *)array)[i] = (float)value;
        break;
    default:
        ((double *)array)[i] = (double)value;
    }
}

/* Where nothing is said: floats of both signs, small integers. */
struct gs_data_range gs_data_range_at(const struct gs_data_exercise *data, unsigned parameter,
                                      const struct gs_shape *shape)
{
    const struct gs_data_array *array = &data->arrays[parameter];
    const enum gs_dtype dtype = data->parameters[parameter].dtype;
    bool is_unsigned = dtype == GS_U32 || dtype == GS_U64;
    struct gs_data_range range = {.from = gs_dtype_is_float(dtype) ? -1
                                          : is_unsigned            ? 0
                                                                   : -1000,
                                  .to = gs_dtype_is_float(dtype) ? 1 : 1000};
    if (array->from.line > 0)
        range.from = gs_amount_at(data, &array->from, shape);
    if (array->to.line > 0)
        range.to = gs_amount_at(data, &array->to, shape);
    return range;
}

/* From -1 up to 1, as exact as the type is. */
static long double random_unit(enum gs_dtype dtype, uint64_t seed, unsigned k, size_t i)
{
    return dtype == GS_F32 ? (long double)gs_random_f32(seed, k, i)
                           : (long double)gs_random_f64(seed, k, i);
}

/* Floats from `from` up to `to`; integers from `from` to `to`, both included. */
static double random_between(enum gs_dtype dtype, const struct gs_data_range *range, uint64_t seed,
                             unsigned k, size_t i)
{
    const double from = range->from, to = range->to;
    if (gs_dtype_is_float(dtype))
        return from + (double)(random_unit(dtype, seed, k, i) + 1) / 2 * (to - from);
    const double share = (double)(gs_random_bits(seed, k, i) >> 11) * 0x1p-53;
    return to < from ? from : from + floor(share * (to - from + 1));
}

/* Of whole numbers in a range that is not much larger than their count: by counting each. False:
 * of others. */
static bool sort_by_counting(double *values, size_t count, const struct gs_data_range *range)
{
    const double width = range->to - range->from + 1;
    const bool whole = range->from == floor(range->from) && width == floor(width);
    const size_t places = width >= 1 && width <= (double)count ? (size_t)width + 1 : 0;
    size_t *counts = whole && places > 0 ? calloc(places, sizeof *counts) : NULL;
    size_t at = 0;
    if (counts == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        counts[(size_t)(values[i] - range->from)]++;
    for (size_t value = 0; value < places; value++) {
        for (size_t end = at + counts[value]; at < end; at++)
            values[at] = range->from + (double)value;
    }
    free(counts);
    return true;
}

static void fill_array(const struct gs_data_array *array, enum gs_dtype dtype,
                       const struct gs_data_range *range, uint64_t seed, unsigned k, size_t count,
                       void *out)
{
    double *values = array->order == GS_ORDER_RISING ? calloc(count + 1, sizeof *values) : NULL;
    for (size_t i = 0; i < count; i++) {
        double value = array->order == GS_ORDER_COUNTING ? range->from + (double)i
                                                         : random_between(dtype, range, seed, k, i);
        if (values != NULL)
            values[i] = value;
        else
            gs_data_set(dtype, out, i, (long double)value);
    }
    if (values == NULL)
        return;
    if (array->ends && count > 0) {
        values[0] = range->from;
        values[count - 1] = range->to;
    }
    if (gs_dtype_is_float(dtype) || !sort_by_counting(values, count, range))
        gs_sort(values, count);
    for (size_t i = 0; i < count; i++)
        gs_data_set(dtype, out, i, (long double)values[i]);
    free(values);
}

/* ---- elements by a formula ---- */

enum { ELEMENTS_OF_A_THREAD = 1 << 18, MOST_THREADS = 4 };

/* Some of an array's elements, which are computed without the others. */
struct part {
    const struct gs_formula *formula;
    struct gs_formula_at at;
    size_t first, end;
    enum gs_dtype dtype;
    bool normal;
    uint64_t seed;
    unsigned k;
    void *array;
};

static void *compute_part(void *of)
{
    struct part *part = of;
    struct gs_formula_at *at = &part->at;
    for (at->i = part->first; at->i < part->end; at->i++) {
        at->random = random_unit(part->dtype, part->seed, part->k, at->i);
        if (part->normal)
            at->normal = (long double)gs_random_normal(part->seed, part->k, at->i);
        gs_data_set(part->dtype, part->array, at->i, gs_formula_value(part->formula, at));
    }
    return NULL;
}

/* Many elements are computed in several threads, for somebody waits. */
static size_t threads_for(size_t count)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t wanted = count / ELEMENTS_OF_A_THREAD,
                 most = processors < MOST_THREADS ? (size_t)processors : MOST_THREADS;
    if (processors < 1 || wanted < 2)
        return 1;
    return wanted < most ? wanted : most;
}

/* Each element by a formula of it, of numbers, and of arrays before it. */
static void compute_array(const struct gs_data_exercise *data, const struct gs_shape *shape,
                          uint64_t seed, unsigned k, void *const *arrays)
{
    const struct gs_formula *formula = data->arrays[k].values;
    const struct gs_formula_at at = gs_data_formula_at(data, shape, (const void *const *)arrays);
    const size_t count = at.counts[k], threads = threads_for(count);
    struct part parts[MOST_THREADS];
    pthread_t ids[MOST_THREADS];
    bool begun[MOST_THREADS] = {false};
    for (size_t t = 0; t < threads; t++) {
        parts[t] = (struct part){.formula = formula,
                                 .at = at,
                                 .first = count / threads * t,
                                 .end = t + 1 == threads ? count : count / threads * (t + 1),
                                 .dtype = data->parameters[k].dtype,
                                 .normal = gs_formula_draws_normal(formula, &at),
                                 .seed = seed,
                                 .k = k,
                                 .array = arrays[k]};
        begun[t] = t > 0 && pthread_create(&ids[t], NULL, compute_part, &parts[t]) == 0;
    }
    for (size_t t = 0; t < threads; t++) {
        if (!begun[t])
            compute_part(&parts[t]);
    }
    for (size_t t = 1; t < threads; t++) {
        if (begun[t])
            (void)pthread_join(ids[t], NULL);
    }
}

static void fill_one(const struct gs_data_exercise *data, const struct gs_shape *shape,
                     uint64_t seed, unsigned k, void *const *arrays)
{
    const struct gs_data_array *array = &data->arrays[k];
    const enum gs_dtype dtype = data->parameters[k].dtype;
    const struct gs_data_range range = gs_data_range_at(data, k, shape);
    if (array->values != NULL)
        compute_array(data, shape, seed, k, arrays);
    else if (array->value.line > 0)
        gs_data_set(dtype, arrays[k], 0, (long double)gs_amount_at(data, &array->value, shape));
    else
        fill_array(array, dtype, &range, seed, k, gs_data_count(data, shape, k), arrays[k]);
}

/* Numbers first: arrays may be made of them. */
void gs_data_fill(const struct gs_data_exercise *data, const struct gs_shape *shape, uint64_t seed,
                  void *const *arrays)
{
    for (unsigned turn = 0; turn < 2; turn++) {
        for (unsigned k = 0; data->parameters[k].name != NULL; k++) {
            const bool first = data->parameters[k].role == GS_NUMBER;
            if (data->parameters[k].role != GS_OUTPUT && arrays[k] != NULL && first == (turn == 0))
                fill_one(data, shape, seed, k, arrays);
        }
    }
}

void gs_data_budget(const struct gs_data_exercise *data, const struct gs_shape *shape,
                    struct gs_budget *most)
{
    const struct gs_data_budget *budget = &data->budget;
    *most = (struct gs_budget){
        .sectors = gs_amount_at(data, &budget->sectors, shape),
        .wavefronts = gs_amount_at(data, &budget->wavefronts, shape),
        .launches = (size_t)gs_amount_at(data, &budget->launches, shape),
        .copies = (size_t)gs_amount_at(data, &budget->copies, shape),
        .bytes_in = (size_t)gs_amount_at(data, &budget->bytes_in, shape),
        .bytes_out = (size_t)gs_amount_at(data, &budget->bytes_out, shape),
        .global_bytes = (size_t)gs_amount_at(data, &budget->global_bytes, shape),
        .threads = (size_t)gs_amount_at(data, &budget->threads, shape),
        .least_threads = (size_t)gs_amount_at(data, &budget->least_threads, shape),
        .block = (size_t)gs_amount_at(data, &budget->block, shape),
        .barriers = (size_t)gs_amount_at(data, &budget->barriers, shape),
        .devices = (size_t)gs_amount_at(data, &budget->devices, shape),
        .idle_lanes = gs_amount_at(data, &budget->idle_lanes, shape),
        .tree = budget->tree};
}
