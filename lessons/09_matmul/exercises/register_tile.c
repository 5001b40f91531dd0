/* Lesson 9: a product of two matrices, a tile of 4 x 4 elements in the registers of a thread. It is
 * C and no data: it asks how often the threads read shared memory, for each product. */
#include "products.h"

#include "exercise_tools.h"

enum { SIDE = 64, DEPTH = 16, EACH = 4, LANES = 32 };

/* The last one is of whole tiles, so that what is loaded can be counted. */
static const struct gs_shape shapes[] = {
    {.n = 17, .m = 20}, {.n = 0, .m = 3},   {.n = 1, .m = 1},    {.n = 5, .m = 0},
    {.n = 64, .m = 16}, {.n = 65, .m = 33}, {.n = 128, .m = 32}, GS_LAST_SHAPE,
};

/* ---- wrong sums ------------------------------------------------------------------------------ */

/* The element with row and column exchanged, within a thread's own. */
static bool is_exchanged(const struct gs_wrong *wrong, double got)
{
    const size_t rows = wrong->shape->n, width = SIDE / EACH;
    const size_t row = wrong->first / rows, column = wrong->first % rows;
    const size_t i = row % SIDE / width, j = column % SIDE / width;
    const size_t other_row = row - i * width + j * width,
                 other_column = column - j * width + i * width;
    return i != j && other_row < rows && other_column < rows &&
           gs_product_is(got, gs_product_terms(wrong->shape, wrong->arrays, other_row, other_column,
                                               0, wrong->shape->m));
}

static bool explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const double got = (double)((const float *)wrong->got)[i],
                 want = ((const double *)wrong->want)[i];
    if (wrong->untouched == 0 && is_exchanged(wrong, got))
        return gs_say(out, "rows-for-columns",
                      "c[%zu] is %g, and %g is right: that is the sum of another of the thread's "
                      "16 elements. One index of the sums counts rows in the products, and columns "
                      "where they are stored.",
                      i, got, want);
    return gs_explain_slabs(wrong, DEPTH, out);
}

static size_t whole(size_t n, size_t of)
{
    return (n + of - 1) / of * of;
}

/* Of each product, twice an element is read; four products share what one read brings. Products of
 * tiles that go over the edges are made as well. */
static bool audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const size_t side = whole(shape->n, SIDE),
                 products = side * side * whole(shape->m, DEPTH) / LANES;
    int line;
    const size_t loads = gs_shared_loads(report, &line);
    if (4 * loads <= 3 * products)
        return false;
    out->line = line;
    return gs_say(out, "read-again",
                  "The result is right, and the threads read shared memory %.2g times for each "
                  "product, where 0.5 would do. For each k, let a thread read four elements of "
                  "of_a and four of of_b into variables first, and make 16 products of these.",
                  (double)loads / (double)products);
}

/* ---- all together ---------------------------------------------------------------------------- */

/* Each element is loaded once for each tile of its row or column, and c is stored. */
static void budget(const struct gs_shape *shape, struct gs_budget *most)
{
    const size_t tiles = (shape->n + SIDE - 1) / SIDE;
    most->launches = 1;
    most->sectors = 1.1;
    most->wavefronts = 1.05;
    most->global_bytes = sizeof(float) * (2 * tiles * shape->n * shape->m + shape->n * shape->n);
}

const struct gs_exercise gs_exercise_register_tile = {
    .name = "register_tile",
    .title = "A tile in registers",
    .entry = "register_tile",
    .parameters = gs_product_parameters,
    .shapes = shapes,
    .n_name = "rows",
    .m_name = "inner",
    .hints =
        {"Thread (x, y) may take the rows y, y + 16, y + 32 and y + 48 of the tile. Which columns, "
         "so that the threads beside it read the elements beside its own?",
         "For each k: read of_a[y + 16 i][k] for i = 0 ... 3 and of_b[k][x + 16 j] for j = 0 ... 3 "
         "into two arrays of four, then add of_a's i-th times of_b's j-th to sums[i][j].",
         "for (int k = 0; k < DEPTH; k++) { float p[EACH], q[EACH]; for (int i = 0; i < EACH; i++) "
         "{ p[i] = of_a[y + WIDTH * i][k]; q[i] = of_b[k][x + WIDTH * i]; } for (int i = 0; i < "
         "EACH; i++) for (int j = 0; j < EACH; j++) sums[i][j] += p[i] * q[j]; } In the end "
         "sums[i][j] goes to row top + y + WIDTH * i, column left + x + WIDTH * j."},
    .count = gs_product_count,
    .fill = gs_product_fill,
    .solve = gs_product_solve,
    .tolerance = 1e-6,
    .explain = explain,
    .audit = audit,
    .say_finding = gs_say_product_finding,
    .budget = budget,
    .timed = {.n = 2048, .m = 2048},
    .timed_bytes = gs_product_bytes,
    .timed_ratio = 1.5,
};
