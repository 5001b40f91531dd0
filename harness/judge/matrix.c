#include "matrix.h"

#include "case_memory.h"

#include <math.h>

/* json_real() is NULL for what is no number. */
static json_t *elements_of(enum gs_dtype dtype, const void *array, size_t count)
{
    json_t *elements = json_array();
    for (size_t i = 0; i < count; i++) {
        const double value = (double)gs_dtype_get(dtype, array, i);
        json_array_append_new(elements, isfinite(value) ? json_real(value) : json_null());
    }
    return elements;
}

json_t *gs_matrix_of(const struct gs_case_run *run, const struct gs_case_outcome *outcome)
{
    const struct gs_memory *memory = outcome->memory;
    const struct gs_case_parameter *parameter = &memory->c->parameter[0];
    const enum gs_dtype dtype = (enum gs_dtype)parameter->dtype;
    const size_t count = run->shape->n * run->shape->m;
    const unsigned char *after =
        (const unsigned char *)memory->answer + GS_CASE_ARRAYS + parameter->offset;
    return json_pack("{s:s, s:I, s:I, s:o, s:o}", "name", parameter->name, "rows",
                     (json_int_t)run->shape->n, "columns", (json_int_t)run->shape->m, "before",
                     elements_of(dtype, memory->arrays[0][0], count), "after",
                     elements_of(dtype, after, count));
}
