#include "dtype.h"

#include <stdint.h>

static const char *const names[GS_DTYPE_COUNT] = {
    [GS_F32] = "f32", [GS_F64] = "f64", [GS_I32] = "i32", [GS_I64] = "i64"};

const struct gs_names gs_dtype_names = {names, GS_DTYPE_COUNT};

const char *gs_dtype_name(enum gs_dtype dtype)
{
    return names[dtype];
}

size_t gs_dtype_bytes(enum gs_dtype dtype)
{
    static const size_t bytes[GS_DTYPE_COUNT] = {[GS_F32] = sizeof(float),
                                                 [GS_F64] = sizeof(double),
                                                 [GS_I32] = sizeof(int32_t),
                                                 [GS_I64] = sizeof(int64_t)};
    return bytes[dtype];
}

bool gs_dtype_is_float(enum gs_dtype dtype)
{
    return dtype == GS_F32 || dtype == GS_F64;
}

bool gs_dtype_parse(const char *name, enum gs_dtype *out)
{
    unsigned value = 0;
    bool known = gs_names_find(&gs_dtype_names, name, &value);
    if (known)
        *out = (enum gs_dtype)value;
    return known;
}
