/* The element types: names and sizes. Included by C and by CUDA C++. */
#ifndef GS_DTYPE_H
#define GS_DTYPE_H

#include "names.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Those of workloads come first. The arrays of exercises may hold any. */
enum gs_dtype {
    GS_F32,
    GS_F64,
    GS_I32,
    GS_I64,
    GS_DTYPE_COUNT,
    GS_I16 = GS_DTYPE_COUNT,
    GS_U32,
    GS_U64, /* also size_t */
    GS_ANY_DTYPE_COUNT
};

#define GS_DTYPE_BIT(dtype) (1u << (dtype))
#define GS_DTYPES_ALL ((1u << GS_DTYPE_COUNT) - 1u)

extern const struct gs_names gs_dtype_names; /* of workloads' dtypes */

const char *gs_dtype_name(enum gs_dtype dtype);   /* "f32" */
const char *gs_dtype_c_name(enum gs_dtype dtype); /* "float" */
size_t gs_dtype_bytes(enum gs_dtype dtype);
bool gs_dtype_is_float(enum gs_dtype dtype);

/* False where no dtype has that name. */
bool gs_dtype_parse(const char *name, enum gs_dtype *out);

/* Element i of an array; a long double holds all of them exactly. */
static inline long double gs_dtype_get(enum gs_dtype dtype, const void *array, size_t i)
{
    switch (dtype) {
    case GS_F32:
        return (long double)((const float *)array)[i];
    case GS_F64:
        return (long double)((const double *)array)[i];
    case GS_I32:
        return (long double)((const int32_t *)array)[i];
    case GS_I16:
        return (long double)((const int16_t *)array)[i];
    case GS_U32:
        return (long double)((const uint32_t *)array)[i];
    case GS_U64:
        return (long double)((const uint64_t *)array)[i];
    default:
        return (long double)((const int64_t *)array)[i];
    }
}

/* Sets element i of an array of a workload to a value, which integers have to hold. */
static inline void gs_dtype_set(enum gs_dtype dtype, void *array, size_t i, double value)
{
    switch (dtype) {
    case GS_F32:
        ((float *)array)[i] = (float)value;
        break;
    case GS_F64:
        ((double *)array)[i] = value;
        break;
    case GS_I32:
        ((int32_t *)array)[i] = (int32_t)value;
        break;
    default:
        ((int64_t *)array)[i] = (int64_t)value;
    }
}

#ifdef __cplusplus
}
#endif

#endif
