/* Lesson 6: a product of two matrices, by tiles in shared memory. */
#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { TILED_C, TILED_A, TILED_B, TILED_ROWS, TILED_INNER };

enum { TILE_SIDE = 16 };

static const struct gs_array tiled_parameters[] = {
    {"c", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},     {"a", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"b", GS_INPUT, GS_HOME_DEVICE, GS_F32},      {"rows", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"inner", GS_NUMBER, GS_HOME_DEVICE, GS_U64}, {0},
};

/* n: rows, m: inner. The last one is of whole tiles, so that what is loaded can be counted. */
static const struct gs_shape tiled_shapes[] = {
    {.n = 17, .m = 40}, {.n = 0, .m = 3},   {.n = 1, .m = 1},
    {.n = 5, .m = 0},   {.n = 16, .m = 16}, {.n = 33, .m = 15},
    {.n = 15, .m = 33}, {.n = 64, .m = 48}, GS_LAST_SHAPE,
};

static size_t tiled_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == TILED_C ? shape->n * shape->n : shape->n * shape->m;
}

static void tiled_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[TILED_A], *b = arrays[TILED_B];
    for (size_t i = 0; i < shape->n * shape->m; i++) {
        a[i] = gs_random_f32(seed, TILED_A, i);
        b[i] = gs_random_f32(seed, TILED_B, i);
    }
    *(uint64_t *)arrays[TILED_ROWS] = shape->n;
    *(uint64_t *)arrays[TILED_INNER] = shape->m;
}

/* The products from `first` to before `end`, added up. */
static double sum_between(const struct gs_shape *shape, const void *const *arrays, size_t i,
                          size_t first, size_t end)
{
    const float *a = (const float *)arrays[TILED_A] + i / shape->n * shape->m;
    const float *b = (const float *)arrays[TILED_B] + i % shape->n;
    double sum = 0;
    for (size_t k = first; k < end; k++)
        sum += (double)a[k] * (double)b[k * shape->n];
    return sum;
}

static void tiled_solve(const struct gs_shape *shape, const void *const *arrays,
                        struct gs_expected *out)
{
    double *c = out->want[TILED_C];
    for (size_t i = 0; i < shape->n * shape->n; i++)
        c[i] = sum_between(shape, arrays, i, 0, shape->m);
    out->scale = (double)shape->m;
}

/* ---- wrong products -------------------------------------------------------------------------- */

static bool tiled_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const struct gs_shape *shape = wrong->shape;
    const size_t i = wrong->first, inner = shape->m;
    const double got = (double)((const float *)wrong->got)[i],
                 want = ((const double *)wrong->want)[i];
    const double slack = 1e-5;
    if (wrong->untouched > 0 || inner <= TILE_SIDE)
        return false;
    const size_t last = (inner - 1) / TILE_SIDE * TILE_SIDE;
    if (fabs(got - sum_between(shape, wrong->arrays, i, last, inner)) <= slack)
        return gs_say(out, "last-tile-alone",
                      "c[%zu] is %g, and %g is right: it has the products of the last tile alone. "
                      "The sum begins with 0 once, before the first tile.",
                      i, got, want);
    if (fabs(got - sum_between(shape, wrong->arrays, i, 0, last)) <= slack)
        return gs_say(
            out, "last-tile-missing",
            "c[%zu] is %g, and %g is right: the products from k = %zu on are missing. The "
            "last tile may be smaller than the others, and is needed as well.",
            i, got, want, last);
    return fabs(got - sum_between(shape, wrong->arrays, i, 0, TILE_SIDE)) <= slack &&
           gs_say(
               out, "first-tile-alone",
               "c[%zu] is %g, and %g is right: it has the products of the first tile alone, k = 0 "
               "to %d. A block goes over all tiles of its rows and columns.",
               i, got, want, (int)TILE_SIDE - 1);
}

static bool tiled_say_finding(const struct gs_shape *shape, const json_t *report,
                              const json_t *finding, struct gs_saying *out)
{
    (void)shape;
    (void)report;
    const bool global = gs_has_text(finding, "array", "a") || gs_has_text(finding, "array", "b") ||
                        gs_has_text(finding, "array", "c");
    if (gs_is_race(finding) && !global)
        return gs_say(
            out, "missing-barrier",
            "T%s and %s come to %s, one to store and one to read, and nothing says which of "
            "them is first. Each turn has two barriers: one before the tiles are read, and "
            "one before the next tiles overwrite them.",
            gs_party_of(finding, "first").name + 1, gs_party_of(finding, "second").name,
            gs_finding_cell(finding).text);
    return gs_finding_is(finding, "out-of-bounds") && global &&
           gs_say(out, "no-bounds-check",
                  "T%s came to %s[%lld], which is past the end of that matrix. Where a matrix has "
                  "ended a tile holds 0, and nothing is stored to c: ask for the row and for the "
                  "column, each time.",
                  gs_party_of(finding, "first").name + 1, gs_get_text(finding, "array"),
                  gs_get_number(finding, "index"));
}

/* ---- all together ---------------------------------------------------------------------------- */

/* Each element is loaded once for each tile of its row or column, and c is stored. */
static void tiled_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    const size_t tiles = (shape->n + TILE_SIDE - 1) / TILE_SIDE;
    most->launches = 1;
    most->sectors = 1.1;
    most->wavefronts = 1.05;
    most->global_bytes = sizeof(float) * (2 * tiles * shape->n * shape->m + shape->n * shape->n);
}

static size_t tiled_bytes(const struct gs_shape *shape)
{
    return sizeof(float) * (2 * shape->n * shape->m + shape->n * shape->n);
}

const struct gs_exercise gs_exercise_tiled_product = {
    .name = "tiled_product",
    .title = "A product of matrices, by tiles",
    .entry = "tiled_product",
    .parameters = tiled_parameters,
    .shapes = tiled_shapes,
    .n_name = "rows",
    .m_name = "inner",
    .hints =
        {"Which elements of a do the 16 threads of one row of the block need? And which elements "
         "of b the 16 threads of one column?",
         "In the turn that begins with k = first, thread (x, y) loads a[row][first + x] to "
         "from_a[y][x], and b[first + y][column] to from_b[y][x], or 0 where there is none. "
         "All wait, add up 16 products, and wait again.",
         "from_a[y][x] = row < rows && first + x < inner ? a[row * inner + first + x] : 0; "
         "from_b[y][x] = first + y < inner && column < rows ? b[(first + y) * rows + column] : "
         "0; __syncthreads(); sum += from_a[y][k] * from_b[k][x] for k = 0 ... 15; "
         "__syncthreads();"},
    .count = tiled_count,
    .fill = tiled_fill,
    .solve = tiled_solve,
    .tolerance = 1e-6,
    .explain = tiled_explain,
    .say_finding = tiled_say_finding,
    .budget = tiled_budget,
    .timed = {.n = 1024, .m = 1024},
    .timed_bytes = tiled_bytes,
    .timed_ratio = 1.5,
};
