#include "dtype.h"

static const char *const names[GS_ANY_DTYPE_COUNT] = {
    [GS_F32] = "f32", [GS_F64] = "f64", [GS_I32] = "i32", [GS_I64] = "i64",
    [GS_I16] = "i16", [GS_U32] = "u32", [GS_U64] = "u64"};

const struct gs_names gs_dtype_names = {names, GS_DTYPE_COUNT};

static const struct {
    const char *name;
    size_t bytes;
} types[GS_ANY_DTYPE_COUNT] = {
    [GS_F32] = {"float", sizeof(float)},       [GS_F64] = {"double", sizeof(double)},
    [GS_I16] = {"int16_t", sizeof(int16_t)},   [GS_I32] = {"int", sizeof(int32_t)},
    [GS_I64] = {"int64_t", sizeof(int64_t)},   [GS_U32] = {"unsigned int", sizeof(uint32_t)},
    [GS_U64] = {"uint64_t", sizeof(uint64_t)},
};

const char *gs_dtype_name(enum gs_dtype dtype)
{
    return names[dtype];
}

const char *gs_dtype_c_name(enum gs_dtype dtype)
{
    return types[dtype].name;
}

size_t gs_dtype_bytes(enum gs_dtype dtype)
{
    return types[dtype].bytes;
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
