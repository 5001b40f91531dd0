/*
 * The workload that faults.h spoils: out[i] = in[i] + 1, with an array of zeros beside it that a
 * variant may use if it leaves zeros. f32 and i32.
 */
#ifndef GS_ADD_ONE_H
#define GS_ADD_ONE_H

#include "dtype.h"
#include "lesson.h"

enum { IN, OUT, ZEROS };

static const struct gs_array add_one_arrays[] = {[IN] = {.name = "in", .role = GS_INPUT},
                                                 [OUT] = {.name = "out", .role = GS_OUTPUT},
                                                 [ZEROS] = {.name = "zeros", .role = GS_ZEROED}};

static inline size_t add_one_traffic(enum gs_dtype dtype, size_t n)
{
    return 2 * n * gs_dtype_bytes(dtype);
}

static inline void add_one_fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        if (data->dtype == GS_F32)
            ((float *)data->arrays[array])[i] = (float)(i % 100);
        else
            ((int32_t *)data->arrays[array])[i] = (int32_t)i;
    }
}

static inline void add_one_compare(const struct gs_data *data, size_t begin, size_t end,
                                   struct gs_match *found)
{
    const void *out = data->arrays[OUT];
    for (size_t i = begin; i < end; i++) {
        if (data->dtype == GS_F32)
            gs_match_f32(found, i, ((const float *)out)[i], (double)(i % 100) + 1, 0);
        else
            gs_match_integer(found, i, ((const int32_t *)out)[i], (int64_t)i + 1);
    }
}

/* Initializers of a workload. */
#define ADD_ONE                                                                                    \
    .name = "add_one", .arrays = add_one_arrays, .array_count = GS_COUNT(add_one_arrays),          \
    .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_I32), .fill = add_one_fill,                   \
    .compare = add_one_compare, .traffic = add_one_traffic

#endif
