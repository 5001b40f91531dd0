#include "exercise.h"

static const struct {
    const char *name;
    size_t bytes;
} elements[GS_ELEMENT_COUNT] = {
    [GS_ELEMENT_F32] = {"float", 4},    [GS_ELEMENT_F64] = {"double", 8},
    [GS_ELEMENT_I16] = {"int16_t", 2},  [GS_ELEMENT_I32] = {"int", 4},
    [GS_ELEMENT_I64] = {"int64_t", 8},  [GS_ELEMENT_U32] = {"unsigned int", 4},
    [GS_ELEMENT_U64] = {"uint64_t", 8},
};

size_t gs_element_bytes(enum gs_element element)
{
    return elements[element].bytes;
}

const char *gs_element_name(enum gs_element element)
{
    return elements[element].name;
}

bool gs_element_is_float(enum gs_element element)
{
    return element == GS_ELEMENT_F32 || element == GS_ELEMENT_F64;
}
