#include "dtype.h"

#include <stdint.h>
#include <string.h>

static const struct {
    const char *name;
    size_t bytes;
} dtypes[GS_DTYPE_COUNT] = {
    [GS_F32] = {"f32", sizeof(float)},
    [GS_F64] = {"f64", sizeof(double)},
    [GS_I32] = {"i32", sizeof(int32_t)},
    [GS_I64] = {"i64", sizeof(int64_t)},
};

const char *gs_dtype_name(enum gs_dtype dtype)
{
    return dtypes[dtype].name;
}

size_t gs_dtype_bytes(enum gs_dtype dtype)
{
    return dtypes[dtype].bytes;
}

bool gs_dtype_parse(const char *name, enum gs_dtype *out)
{
    for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++) {
        if (strcmp(name, dtypes[dtype].name) == 0) {
            *out = (enum gs_dtype)dtype;
            return true;
        }
    }
    return false;
}
