#include "workload.h"

#include "random.h"

#include <math.h>

/* A reference that answer() or a variant has made: all results, one array behind the other. */
struct answers {
    double scale[GS_MOST_ARRAYS]; /* of each array, the root mean square of its results */
    long double values[];
};

enum { CHUNK = 1 << 12 }; /* results that one thread makes at a time */

size_t gs_workload_length(const struct gs_workload *workload, size_t array, size_t n)
{
    return workload->length != NULL ? workload->length(array, n) : n;
}

enum gs_dtype gs_workload_dtype(const struct gs_workload *workload, size_t array,
                                enum gs_dtype dtype)
{
    return workload->typed_arrays >> array & 1 ? workload->arrays[array].dtype : dtype;
}

size_t gs_workload_bytes(const struct gs_workload *workload, size_t array, enum gs_dtype dtype,
                         size_t n)
{
    return gs_workload_length(workload, array, n) *
           gs_dtype_bytes(gs_workload_dtype(workload, array, dtype));
}

void gs_workload_share(const struct gs_workload *workload, size_t array, size_t n, unsigned part,
                       unsigned parts, size_t *begin, size_t *end)
{
    size_t length = gs_workload_length(workload, array, n);
    *begin =
        workload->share != NULL ? workload->share(array, n, part, parts) : length / parts * part;
    *end = length;
    if (part + 1 < parts)
        *end = workload->share != NULL ? workload->share(array, n, part + 1, parts)
                                       : length / parts * (part + 1);
}

bool gs_workload_is_result(const struct gs_workload *workload, size_t array)
{
    enum gs_role role = workload->arrays[array].role;
    return role == GS_OUTPUT || role == GS_UPDATED;
}

static bool answers(const struct gs_workload *workload)
{
    return workload->answer != NULL || workload->reference_variant != NULL;
}

size_t gs_workload_results(const struct gs_workload *workload, size_t n)
{
    if (!answers(workload))
        return workload->results != NULL ? workload->results(n) : n;
    size_t count = 0;
    for (size_t i = 0; i < workload->array_count; i++)
        count += gs_workload_is_result(workload, i) ? gs_workload_length(workload, i, n) : 0;
    return count;
}

size_t gs_workload_result_array(const struct gs_workload *workload, size_t n, size_t *index)
{
    for (size_t i = 0; i < workload->array_count; i++) {
        size_t length = gs_workload_is_result(workload, i) ? gs_workload_length(workload, i, n) : 0;
        if (*index < length)
            return i;
        *index -= length;
    }
    return workload->array_count;
}

static void fill_at_random(const struct gs_data *data, enum gs_dtype dtype, size_t array,
                           size_t begin, size_t end)
{
    unsigned stream = (unsigned)array;
    void *out = data->arrays[array];
    for (size_t i = begin; i < end; i++) {
        switch (dtype) {
        case GS_F32:
            ((float *)out)[i] = gs_random_f32(data->seed, stream, i);
            break;
        case GS_F64:
            ((double *)out)[i] = gs_random_f64(data->seed, stream, i);
            break;
        case GS_I32:
            ((int32_t *)out)[i] = gs_random_i32(data->seed, stream, i);
            break;
        default:
            ((int64_t *)out)[i] = gs_random_i64(data->seed, stream, i);
        }
    }
}

void gs_workload_fill(const struct gs_workload *workload, const struct gs_data *data, size_t array,
                      size_t begin, size_t end)
{
    if (workload->fill != NULL)
        workload->fill(data, array, begin, end);
    else
        fill_at_random(data, gs_workload_dtype(workload, array, data->dtype), array, begin, end);
}

/* ---- the reference --------------------------------------------------------------------------- */

size_t gs_workload_reference_bytes(const struct gs_workload *workload, size_t n)
{
    if (answers(workload))
        return sizeof(struct answers) + gs_workload_results(workload, n) * sizeof(long double);
    if (workload->refer == NULL)
        return 0;
    return workload->reference_bytes + n * workload->reference_bytes_each;
}

/* Elements [begin, end) of an array as they lie there. */
static void take(const struct gs_workload *workload, const struct gs_data *data, size_t array,
                 size_t begin, size_t end, long double *out)
{
    enum gs_dtype dtype = gs_workload_dtype(workload, array, data->dtype);
    for (size_t i = begin; i < end; i++)
        out[i - begin] = gs_dtype_get(dtype, data->arrays[array], i);
}

static void make_answers(const struct gs_workload *workload, const struct gs_data *data, bool taken,
                         struct answers *out)
{
    long double *values = out->values;
    for (size_t i = 0; i < workload->array_count; i++) {
        size_t count =
            gs_workload_is_result(workload, i) ? gs_workload_length(workload, i, data->n) : 0;
        double squares = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : squares)
        for (size_t begin = 0; begin < count; begin += CHUNK) {
            size_t end = count - begin < CHUNK ? count : begin + CHUNK;
            if (taken)
                take(workload, data, i, begin, end, values + begin);
            else
                workload->answer(data, i, begin, end, values + begin);
            for (size_t k = begin; k < end; k++)
                squares += isfinite(values[k]) ? (double)(values[k] * values[k]) : 0;
        }
        out->scale[i] = count > 0 ? sqrt(squares / (double)count) : 0;
        values += count;
    }
}

void gs_workload_refer(const struct gs_workload *workload, const struct gs_data *data, void *out)
{
    if (workload->answer != NULL)
        make_answers(workload, data, false, out);
    else
        workload->refer(data, out);
}

void gs_workload_take_reference(const struct gs_workload *workload, const struct gs_data *data,
                                void *out)
{
    make_answers(workload, data, true, out);
}

/* ---- comparing ------------------------------------------------------------------------------- */

/* Element k of an array, which is result number k + first. */
static void compare_array(const struct gs_workload *workload, const struct gs_data *data,
                          size_t array, size_t begin, size_t end, size_t first,
                          struct gs_match *found)
{
    const struct answers *answers = data->reference;
    const void *got = data->arrays[array];
    double tolerance = workload->tolerance[data->dtype], scale = answers->scale[array];
    enum gs_dtype dtype = gs_workload_dtype(workload, array, data->dtype);
    for (size_t k = begin; k < end; k++) {
        long double want = answers->values[first + k];
        if (gs_dtype_is_float(dtype))
            gs_match_scaled(found, dtype, first + k, gs_dtype_get(dtype, got, k), want, scale,
                            tolerance);
        else if (gs_dtype_get(dtype, got, k) != want)
            gs_match_wrong_integer(found, first + k, (int64_t)gs_dtype_get(dtype, got, k),
                                   (int64_t)want);
    }
}

void gs_workload_compare(const struct gs_workload *workload, const struct gs_data *data,
                         size_t begin, size_t end, struct gs_match *found)
{
    if (!answers(workload)) {
        workload->compare(data, begin, end, found);
        return;
    }
    size_t first = 0;
    for (size_t i = 0; i < workload->array_count && first < end; i++) {
        size_t count =
            gs_workload_is_result(workload, i) ? gs_workload_length(workload, i, data->n) : 0;
        size_t from = begin > first ? begin - first : 0;
        size_t to = end - first < count ? end - first : count;
        if (from < to)
            compare_array(workload, data, i, from, to, first, found);
        first += count;
    }
}
