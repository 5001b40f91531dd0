/* The element types: names and sizes. Included by C and by CUDA C++. */
#ifndef GS_DTYPE_H
#define GS_DTYPE_H

#include "names.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum gs_dtype { GS_F32, GS_F64, GS_I32, GS_I64, GS_DTYPE_COUNT };

#define GS_DTYPE_BIT(dtype) (1u << (dtype))
#define GS_DTYPES_ALL ((1u << GS_DTYPE_COUNT) - 1u)

extern const struct gs_names gs_dtype_names;

const char *gs_dtype_name(enum gs_dtype dtype); /* "f32" */
size_t gs_dtype_bytes(enum gs_dtype dtype);
bool gs_dtype_is_float(enum gs_dtype dtype);

/* False where no dtype has that name. */
bool gs_dtype_parse(const char *name, enum gs_dtype *out);

#ifdef __cplusplus
}
#endif

#endif
