#include "products.h"

#include "exercise_tools.h"
#include "random.h"

#include <math.h>

const struct gs_array gs_product_parameters[] = {
    [GS_PRODUCT_C] = {"c", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    [GS_PRODUCT_A] = {"a", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    [GS_PRODUCT_B] = {"b", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    [GS_PRODUCT_ROWS] = {"rows", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    [GS_PRODUCT_INNER] = {"inner", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

size_t gs_product_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == GS_PRODUCT_C ? shape->n * shape->n : shape->n * shape->m;
}

void gs_product_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[GS_PRODUCT_A], *b = arrays[GS_PRODUCT_B];
    for (size_t i = 0; i < shape->n * shape->m; i++) {
        a[i] = gs_random_f32(seed, GS_PRODUCT_A, i);
        b[i] = gs_random_f32(seed, GS_PRODUCT_B, i);
    }
    *(uint64_t *)arrays[GS_PRODUCT_ROWS] = shape->n;
    *(uint64_t *)arrays[GS_PRODUCT_INNER] = shape->m;
}

size_t gs_product_bytes(const struct gs_shape *shape)
{
    return sizeof(float) * (2 * shape->n * shape->m + shape->n * shape->n);
}

double gs_product_terms(const struct gs_shape *shape, const void *const *arrays, size_t row,
                        size_t column, size_t first, size_t end)
{
    const float *a = (const float *)arrays[GS_PRODUCT_A] + row * shape->m;
    const float *b = (const float *)arrays[GS_PRODUCT_B] + column;
    double sum = 0;
    for (size_t k = first; k < end; k++)
        sum += (double)a[k] * (double)b[k * shape->n];
    return sum;
}

void gs_product_solve(const struct gs_shape *shape, const void *const *arrays,
                      struct gs_expected *out)
{
    double *c = out->want[GS_PRODUCT_C];
    for (size_t i = 0; i < shape->n * shape->n; i++)
        c[i] = gs_product_terms(shape, arrays, i / shape->n, i % shape->n, 0, shape->m);
    out->scale = (double)shape->m;
}

bool gs_product_is(double got, double sum)
{
    return fabs(got - sum) <= 1e-5;
}

bool gs_explain_slabs(const struct gs_wrong *wrong, size_t depth, struct gs_saying *out)
{
    const struct gs_shape *shape = wrong->shape;
    const size_t i = wrong->first, row = i / shape->n, column = i % shape->n, inner = shape->m;
    const double got = (double)((const float *)wrong->got)[i],
                 want = ((const double *)wrong->want)[i];
    if (wrong->untouched > 0 || inner <= depth)
        return false;
    const size_t last = (inner - 1) / depth * depth;
    if (gs_product_is(got, gs_product_terms(shape, wrong->arrays, row, column, last, inner)))
        return gs_say(out, "last-tile-alone",
                      "c[%zu] is %g, and %g is right: it has the terms of the last tiles alone, "
                      "from k = %zu on. The sum begins with 0 once, before the first tiles.",
                      i, got, want, last);
    return gs_product_is(got, gs_product_terms(shape, wrong->arrays, row, column, 0, last)) &&
           gs_say(out, "last-tile-missing",
                  "c[%zu] is %g, and %g is right: the terms from k = %zu on are missing. The last "
                  "tiles are needed as well, also where they are smaller than the others.",
                  i, got, want, last);
}

bool gs_say_product_finding(const struct gs_shape *shape, const json_t *report,
                            const json_t *finding, struct gs_saying *out)
{
    (void)shape, (void)report;
    const char *array = gs_get_text(finding, "array");
    const bool global = gs_has_text(finding, "array", "a") || gs_has_text(finding, "array", "b") ||
                        gs_has_text(finding, "array", "c");
    if (gs_is_race(finding) && !global)
        return gs_say(out, "missing-barrier",
                      "T%s and %s come to %s, one to store and one to read, and nothing says which "
                      "of them is first. All have to wait before what others stored is read, and "
                      "before what others still read is overwritten.",
                      gs_party_of(finding, "first").name + 1, gs_party_of(finding, "second").name,
                      gs_finding_cell(finding).text);
    return gs_finding_is(finding, "out-of-bounds") && global &&
           gs_say(out, "no-bounds-check",
                  "T%s came to %s[%lld], which is past the end of that matrix. Ask whether the row "
                  "and the column are there, each time that a matrix is read or written.",
                  gs_party_of(finding, "first").name + 1, array, gs_get_number(finding, "index"));
}

size_t gs_shared_loads(const json_t *report, int *line)
{
    const json_t *accesses = gs_inspected_counts(report, "accesses"), *most = NULL;
    size_t requests = 0;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (!gs_has_text(access, "space", "shared") || !gs_has_text(access, "kind", "load"))
            continue;
        requests += (size_t)gs_get_number(access, "requests");
        if (most == NULL || gs_get_number(access, "requests") > gs_get_number(most, "requests"))
            most = access;
    }
    if (line != NULL)
        *line = most != NULL ? gs_line_of(most) : 0;
    return requests;
}
