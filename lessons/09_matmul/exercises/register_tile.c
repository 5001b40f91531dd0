/* Lesson 9: a product of two matrices, a tile of 4 x 4 elements in the registers of a thread. It is
 * C and no data: it asks how often the threads read shared memory, for each product. */
#include "exercise.h"
#include "exercise_tools.h"
#include "random.h"

#include <math.h>

enum { SIDE = 64, DEPTH = 16, EACH = 4, LANES = 32 };

/* The last one is of whole tiles, so that what is loaded can be counted. */
static const struct gs_shape shapes[] = {
    {.n = 17, .m = 20}, {.n = 0, .m = 3},   {.n = 1, .m = 1},    {.n = 5, .m = 0},
    {.n = 64, .m = 16}, {.n = 65, .m = 33}, {.n = 128, .m = 32}, GS_LAST_SHAPE,
};

/* ---- the matrices ----------------------------------------------------------------------------
 * c has rows x rows elements; a has `inner` columns, and b `inner` rows. n counts rows, m inner. */

enum { RESULT, LEFT, RIGHT, ROWS, INNER };

static const struct gs_array parameters[] = {
    [RESULT] = {"c", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    [LEFT] = {"a", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    [RIGHT] = {"b", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    [ROWS] = {"rows", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    [INNER] = {"inner", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

static size_t count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == RESULT ? shape->n * shape->n : shape->n * shape->m;
}

static void fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[LEFT], *b = arrays[RIGHT];
    for (size_t i = 0; i < shape->n * shape->m; i++) {
        a[i] = gs_random_f32(seed, LEFT, i);
        b[i] = gs_random_f32(seed, RIGHT, i);
    }
    *(uint64_t *)arrays[ROWS] = shape->n;
    *(uint64_t *)arrays[INNER] = shape->m;
}

/* Terms [first, end) of element (row, column) of c, added up. */
static double terms_of(const struct gs_shape *shape, const void *const *arrays, size_t row,
                       size_t column, size_t first, size_t end)
{
    const float *a = (const float *)arrays[LEFT] + row * shape->m;
    const float *b = (const float *)arrays[RIGHT] + column;
    double sum = 0;
    for (size_t k = first; k < end; k++)
        sum += (double)a[k] * (double)b[k * shape->n];
    return sum;
}

static void solve(const struct gs_shape *shape, const void *const *arrays, struct gs_expected *out)
{
    double *c = out->want[RESULT];
    for (size_t i = 0; i < shape->n * shape->n; i++)
        c[i] = terms_of(shape, arrays, i / shape->n, i % shape->n, 0, shape->m);
    out->scale = (double)shape->m;
}

/* ---- wrong sums ------------------------------------------------------------------------------ */

/* The element that is got, as a sum without an error in sight of it. */
static bool is_sum(double got, double sum)
{
    return fabs(got - sum) <= 1e-5;
}

/* The element with row and column exchanged, within a thread's own. */
static bool is_exchanged(const struct gs_wrong *wrong, double got)
{
    const size_t rows = wrong->shape->n, width = SIDE / EACH;
    const size_t row = wrong->first / rows, column = wrong->first % rows;
    const size_t i = row % SIDE / width, j = column % SIDE / width;
    const size_t other_row = row - i * width + j * width,
                 other_column = column - j * width + i * width;
    return i != j && other_row < rows && other_column < rows &&
           is_sum(got, terms_of(wrong->shape, wrong->arrays, other_row, other_column, 0,
                                wrong->shape->m));
}

/* The row of a thread's elements that lie side by side, which is stored as if they were WIDTH
 * apart; or the other way round. */
static size_t row_of_other_layout(size_t row, bool apart)
{
    const size_t width = SIDE / EACH, in_tile = row % SIDE;
    return row - in_tile +
           (apart ? in_tile % EACH * width + in_tile / EACH
                  : in_tile % width * EACH + in_tile / width);
}

/* Where the rows of a thread, or its columns, are others in the products than where they are
 * stored. */
static bool is_of_other_layout(const struct gs_wrong *wrong, double got)
{
    const struct gs_shape *shape = wrong->shape;
    const size_t row = wrong->first / shape->n, column = wrong->first % shape->n;
    for (unsigned apart = 0; apart < 2; apart++) {
        const size_t other_row = row_of_other_layout(row, apart != 0);
        const size_t other_column = row_of_other_layout(column, apart != 0);
        if (other_row != row && other_row < shape->n &&
            is_sum(got, terms_of(shape, wrong->arrays, other_row, column, 0, shape->m)))
            return true;
        if (other_column != column && other_column < shape->n &&
            is_sum(got, terms_of(shape, wrong->arrays, row, other_column, 0, shape->m)))
            return true;
    }
    return false;
}

/* The sum without the last term of each tile. */
static bool lacks_last_terms(const struct gs_wrong *wrong, double got)
{
    const struct gs_shape *shape = wrong->shape;
    const size_t row = wrong->first / shape->n, column = wrong->first % shape->n;
    double sum = terms_of(shape, wrong->arrays, row, column, 0, shape->m);
    if (shape->m < DEPTH)
        return false;
    for (size_t k = DEPTH - 1; k < shape->m; k += DEPTH)
        sum -= terms_of(shape, wrong->arrays, row, column, k, k + 1);
    return is_sum(got, sum);
}

/* All wrong elements are 0, and a thread has others that are not. */
static bool is_partly_zero(const struct gs_wrong *wrong)
{
    for (size_t i = wrong->first; wrong->states != NULL && i <= wrong->last; i++) {
        if (wrong->states[i] != 0 && ((const float *)wrong->got)[i] != 0)
            return false;
    }
    return wrong->states != NULL && wrong->wrong < wrong->count;
}

static bool explain_products(const struct gs_wrong *wrong, double got, double want,
                             struct gs_saying *out)
{
    const size_t i = wrong->first;
    if (is_of_other_layout(wrong, got))
        return gs_say(out, "other-rows",
                      "c[%zu] is %g, and %g is right: that is the sum of another row, or of "
                      "another column. The rows and the columns of a thread's 16 elements are the "
                      "same ones where the tiles are read and where the sums are stored.",
                      i, got, want);
    if (lacks_last_terms(wrong, got))
        return gs_say(out, "last-term-missing",
                      "c[%zu] is %g, and %g is right: of each %d terms the last one is missing. "
                      "Does the loop over the depth of a tile end one too early?",
                      i, got, want, DEPTH);
    return is_partly_zero(wrong) &&
           gs_say(out, "sums-left-out",
                  "c[%zu] is 0, and %g is right; the elements that are not 0 are right. A thread "
                  "has 4 rows and 4 columns, and each of the 16 sums gets a product: of each row "
                  "with each column.",
                  i, want);
}

/* The last tiles are missing, or are alone. */
static bool explain_last_tiles(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const struct gs_shape *shape = wrong->shape;
    const size_t i = wrong->first, row = i / shape->n, column = i % shape->n, inner = shape->m;
    const double got = (double)((const float *)wrong->got)[i],
                 want = ((const double *)wrong->want)[i];
    if (wrong->untouched > 0 || inner <= DEPTH)
        return false;
    const size_t last = (inner - 1) / DEPTH * DEPTH;
    if (is_sum(got, terms_of(shape, wrong->arrays, row, column, last, inner)))
        return gs_say(out, "last-tile-alone",
                      "c[%zu] is %g, and %g is right: it has the terms of the last tiles alone, "
                      "from k = %zu on. The sum begins with 0 once, before the first tiles.",
                      i, got, want, last);
    return is_sum(got, terms_of(shape, wrong->arrays, row, column, 0, last)) &&
           gs_say(out, "last-tile-missing",
                  "c[%zu] is %g, and %g is right: the terms from k = %zu on are missing. The last "
                  "tiles are needed as well, also where they are smaller than the others.",
                  i, got, want, last);
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
    return explain_last_tiles(wrong, out) ||
           (wrong->untouched == 0 && explain_products(wrong, got, want, out));
}

/* A race in shared memory, or an element past the end of a matrix. */
static bool say_finding(const struct gs_shape *shape, const json_t *report, const json_t *finding,
                        struct gs_saying *out)
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

/* ---- a right answer -------------------------------------------------------------------------- */

static size_t whole(size_t n, size_t of)
{
    return (n + of - 1) / of * of;
}

/* Requests of warps that load from shared memory, and the line that has most of them. */
static size_t shared_loads(const json_t *report, int *line)
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
    *line = most != NULL ? gs_line_of(most) : 0;
    return requests;
}

/* Of each product, twice an element is read; four products share what one read brings. Products of
 * tiles that go over the edges are made as well. */
static bool audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const size_t side = whole(shape->n, SIDE),
                 products = side * side * whole(shape->m, DEPTH) / LANES;
    int line;
    const size_t loads = shared_loads(report, &line);
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

static size_t timed_bytes(const struct gs_shape *shape)
{
    return sizeof(float) * (2 * shape->n * shape->m + shape->n * shape->n);
}

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
    .parameters = parameters,
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
    .count = count,
    .fill = fill,
    .solve = solve,
    .tolerance = 1e-6,
    .explain = explain,
    .audit = audit,
    .say_finding = say_finding,
    .budget = budget,
    .timed = {.n = 1024, .m = 1024},
    .predicted = {.n = 1024, .m = 128},
    .timed_bytes = timed_bytes,
    .timed_ratio = 1.5,
};
