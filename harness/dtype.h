/* Names and sizes of the element types. */
#ifndef GS_DTYPE_H
#define GS_DTYPE_H

#include "call.h"

#include <stdbool.h>

#define GS_DTYPE_BIT(dtype) (1u << (dtype))
#define GS_DTYPES_ALL ((1u << GS_DTYPE_COUNT) - 1u)

const char *gs_dtype_name(enum gs_dtype dtype); /* "f32" */
size_t gs_dtype_bytes(enum gs_dtype dtype);

/* False where no dtype has that name. */
bool gs_dtype_parse(const char *name, enum gs_dtype *out);

#endif
