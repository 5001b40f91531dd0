/* Lesson 6: the length of each row. It is C and no data: a wrong sum is held against the levels
 * of a tree, the blocks and the threads that could have given it. */
#include "tree_report.h"
#include "wrong_sum.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>
#include <stdio.h>

enum { NORMS, ROWS_X, ROWS, COLUMNS };

static const struct gs_array row_norms_parameters[] = {
    {"norms", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"x", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"rows", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"columns", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

/* As gs_sum_shapes. The last has rows that begin at a sector, so that coalesced accesses cost the
 * least. */
static const struct gs_shape row_shapes[] = {
    {.n = 13, .m = 1000}, {.n = 0, .m = 5},     {.n = 1, .m = 1},   {.n = 31, .m = 3},
    {.n = 33, .m = 31},   {.n = 3, .m = 33},    {.n = 9, .m = 255}, {.n = 4, .m = 256},
    {.n = 7, .m = 257},   {.n = 61, .m = 1064}, GS_LAST_SHAPE,
};

static size_t row_norms_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == NORMS ? shape->n : shape->n * shape->m;
}

static void row_norms_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *x = arrays[ROWS_X];
    for (size_t i = 0; i < shape->n * shape->m; i++)
        x[i] = gs_random_f32(seed, ROWS_X, i);
    *(uint64_t *)arrays[ROWS] = shape->n;
    *(uint64_t *)arrays[COLUMNS] = shape->m;
}

static double sum_of_squares(const float *x, size_t n)
{
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += (double)x[i] * (double)x[i];
    return total;
}

static void row_norms_solve(const struct gs_shape *shape, const void *const *arrays,
                            struct gs_expected *out)
{
    double *norms = out->want[NORMS];
    for (size_t r = 0; r < shape->n; r++)
        norms[r] = sqrt(sum_of_squares((const float *)arrays[ROWS_X] + r * shape->m, shape->m));
}

/* ---- wrong norms ----------------------------------------------------------------------------- */

/* The sum of the roots of what `threads` threads have added up. */
static double sum_of_roots(const float *row, size_t columns, size_t threads)
{
    double total = 0;
    for (size_t t = 0; t < threads && t < columns; t++) {
        double squares = 0;
        for (size_t c = t; c < columns; c += threads)
            squares += (double)row[c] * (double)row[c];
        total += sqrt(squares);
    }
    return total;
}

static double sum_of_sizes(const float *row, size_t columns)
{
    double total = 0;
    for (size_t c = 0; c < columns; c++)
        total += fabs((double)row[c]);
    return total;
}

static bool is_near(double got, double value)
{
    return fabs(got - value) <= 1e-5 * value;
}

static bool say_root(const float *row, size_t columns, size_t r, double got, struct gs_saying *out)
{
    if (is_near(got, sum_of_squares(row, columns)))
        return gs_say(out, "no-root", "norms[%zu] is the sum of the squares: its root is missing.",
                      r);
    if (is_near(got, sum_of_sizes(row, columns)))
        return gs_say(out, "root-too-early",
                      "norms[%zu] is the sum of what the elements are without their signs, which "
                      "are also the roots of their squares. Add up the squares of the whole row "
                      "first, and take one root at the end.",
                      r);
    for (size_t threads = 32; threads <= 2048; threads *= 2) {
        if (!is_near(got, sum_of_roots(row, columns, threads)))
            continue;
        return gs_say(
            out, "root-too-early",
            "norms[%zu] is a sum of roots: each thread took the root of its own part. Add up the "
            "squares of the whole row first, and take one root at the end.",
            r);
    }
    return false;
}

/* Squares of the row, as terms of a sum. */
static double term_of_row(const struct gs_wrong_sum *sum, size_t i)
{
    return (double)sum->x[i] * (double)sum->x[i];
}

static bool say_columns(const struct gs_wrong_sum *sum, struct gs_saying *out)
{
    size_t block = gs_block_that_fits(sum, gs_of_first_block);
    if (block != 0)
        return gs_say(out, "short-row",
                      "Only the first %zu of %zu columns are in %s: a row may be longer than a "
                      "block, so a thread may have several columns: it goes on by the threads of "
                      "its block.",
                      block, sum->count, sum->name);
    block = gs_block_that_fits(sum, gs_of_full_blocks);
    if (block != 0 && block <= sum->count) {
        size_t left = sum->count % block;
        return gs_say(
            out, "rounded-down",
            "The last %zu column%s of %zu %s not in %s: does a division of `columns` drop "
            "the remainder?",
            left, left == 1 ? "" : "s", sum->count, left == 1 ? "is" : "are", sum->name);
    }
    return false;
}

/* The squares of a row where thread t takes columns t, t + step and so on, and some several times.
 */
static double squares_by_steps(const float *row, size_t columns, size_t threads, size_t step)
{
    double total = 0;
    for (size_t t = 0; t < threads; t++) {
        for (size_t c = t; c < columns; c += step)
            total += (double)row[c] * (double)row[c];
    }
    return total;
}

/* The columns of a thread lie the number of rows apart, or the rows of a column side by side. */
static bool say_rows_for_columns(const struct gs_wrong *wrong, size_t r, double got,
                                 struct gs_saying *out)
{
    const float *x = wrong->arrays[ROWS_X];
    const size_t rows = wrong->shape->n, columns = wrong->shape->m;
    double turned = 0;
    for (size_t c = 0; rows > 1 && c < columns; c++)
        turned += (double)x[c * rows + r] * (double)x[c * rows + r];
    if (rows > 1 && is_near(got * got, turned))
        return gs_say(out, "row-length",
                      "norms[%zu] is that of x[%zu], x[%zu] and so on, which are %zu apart. The "
                      "elements of a row lie side by side: column c of row r is "
                      "x[r * columns + c].",
                      r, r, rows + r, rows);
    for (size_t threads = 32; threads <= 1024; threads *= 2) {
        if (rows >= threads ||
            !is_near(got * got, squares_by_steps(x + r * columns, columns, threads, rows)))
            continue;
        return gs_say(out, "wrong-step",
                      "norms[%zu] has most columns several times: a thread goes on by %zu, the "
                      "number of rows. %zu threads share a row, so each goes on by %zu, the "
                      "threads of its block.",
                      r, rows, threads, threads);
    }
    return false;
}

/* Rows at the end that nobody took, where a block takes several. */
static bool say_rows(const struct gs_wrong *wrong, struct gs_saying *out)
{
    size_t rows = wrong->shape->n, left = rows - wrong->first;
    if (wrong->untouched != wrong->wrong || wrong->untouched == rows || left != wrong->wrong)
        return false;
    for (size_t block = 2; block <= 1024; block *= 2) {
        if (rows / block * block != wrong->first)
            continue;
        return gs_say(
            out, "rounded-down",
            "The last %zu row%s, from norms[%zu] on, %s never computed: does a division of "
            "`rows` drop the remainder?",
            left, left == 1 ? "" : "s", wrong->first, left == 1 ? "was" : "were");
    }
    return false;
}

static bool row_norms_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    char name[32];
    size_t r = wrong->first, columns = wrong->shape->m;
    if (wrong->untouched > 0)
        return say_rows(wrong, out);
    const float *row = (const float *)wrong->arrays[ROWS_X] + r * columns;
    double got = (double)((const float *)wrong->got)[r];
    (void)snprintf(name, sizeof name, "norms[%zu]", r);
    struct gs_wrong_sum sum = {.name = name,
                               .term = "column",
                               .terms = "columns",
                               .got = got * got,
                               .slack = 1e-5 * sum_of_squares(row, columns),
                               .count = columns,
                               .value = term_of_row,
                               .report = wrong->report,
                               .x = row};
    if (r > 0 &&
        is_near(got * got, sum_of_squares((const float *)wrong->arrays[ROWS_X] + r, columns)))
        return gs_say(out, "row-length",
                      "norms[%zu] is that of the %zu elements from x[%zu] on, and row %zu begins "
                      "with x[%zu]: the number of a row has to be multiplied by `columns`.",
                      r, columns, r, r, r * columns);
    return say_root(row, columns, r, got, out) || say_rows_for_columns(wrong, r, got, out) ||
           gs_say_levels(&sum, out) || say_columns(&sum, out);
}

/* ---- all together ---------------------------------------------------------------------------- */

static bool row_norms_audit(const struct gs_shape *shape, const json_t *report,
                            struct gs_saying *out)
{
    return gs_audit_threads(shape->n * shape->m, report, out) ||
           gs_audit_loads(shape->n * shape->m, report, out) || gs_audit_shared_atomics(report, out);
}

/* Where there is a block for each row: an index of `r * rows + c`. */
static bool say_row_length(const struct gs_shape *shape, const json_t *finding,
                           struct gs_saying *out)
{
    const size_t index = (size_t)gs_get_number(finding, "index");
    const size_t r = (size_t)gs_get_element(json_object_get(finding, "first"), "block", 0);
    return shape->n != shape->m && index >= r * shape->n && index < r * shape->n + shape->m &&
           gs_say(out, "row-length",
                  "x[%zu] is past the end of x. Row %zu begins at x[%zu], r * columns: a row has "
                  "as many elements as there are columns, %zu. Yours begins at x[%zu], r * rows.",
                  index, r, r * shape->m, shape->m, r * shape->n);
}

/* Where there is a block for each row, it can only be the column that is too large. */
static bool say_row_guard(const struct gs_shape *shape, const json_t *finding,
                          struct gs_saying *out)
{
    const json_t *launch = json_object_get(finding, "launch");
    if (!gs_finding_is(finding, "out-of-bounds") || !gs_has_text(finding, "array", "x"))
        return false;
    if ((size_t)gs_get_element(launch, "grid", 0) == shape->n &&
        gs_kernel_guard(finding)[0] != '\0')
        return say_row_length(shape, finding, out);
    if ((size_t)gs_get_element(launch, "grid", 0) == shape->n)
        return gs_say(out, "no-bounds-check",
                      "T%s went past the end of the last row, to x[%lld]: a row has %zu column%s, "
                      "and nothing in the kernel asks for that.",
                      gs_party_of(finding, "first").name + 1, gs_get_number(finding, "index"),
                      shape->m, shape->m == 1 ? "" : "s");
    return gs_say(out, "no-bounds-check",
                  "x[%lld] is past the end of x, which has %zu row%s of %zu. The launch has %lld "
                  "block%s of %zu thread%s: is there a block for each row? No thread may work on a "
                  "row from `rows` on, nor on a column from `columns` on.",
                  gs_get_number(finding, "index"), shape->n, shape->n == 1 ? "" : "s", shape->m,
                  gs_get_element(launch, "grid", 0),
                  gs_get_element(launch, "grid", 0) == 1 ? "" : "s", gs_block_threads(launch),
                  gs_block_threads(launch) == 1 ? "" : "s");
}

static bool row_norms_finding(const struct gs_shape *shape, const json_t *report,
                              const json_t *finding, struct gs_saying *out)
{
    (void)report;
    return gs_say_result_index(finding, "norms", out) || say_row_guard(shape, finding, out) ||
           gs_say_of_tree(finding, shape->m, out);
}

static size_t row_norms_bytes(const struct gs_shape *shape)
{
    return sizeof(float) * (shape->n * shape->m + shape->n);
}

static void row_norms_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 3;
    most->global_bytes = row_norms_bytes(shape) + 16 * sizeof(float) * shape->n;
    most->sectors = 1.02;
    most->wavefronts = 1.0;
    most->tree = true;
    most->root_by_one = true;
}

const struct gs_exercise gs_exercise_row_norms = {
    .name = "row_norms",
    .title = "The length of each row",
    .entry = "row_norms",
    .parameters = row_norms_parameters,
    .shapes = row_shapes,
    .n_name = "rows",
    .m_name = "columns",
    .hints =
        {"Let a whole block work on one row. Which column does thread t take first, and which one "
         "next, where the row is longer than the block?",
         "Launch a block for each row. Thread t takes columns t, t + 256, t + 512 and so on, and "
         "keeps the sum of their squares in a variable. The block adds up these sums as a tree, "
         "and its thread 0 takes one root.",
         "norm<<<rows, 256>>> where rows > 0; const float *row = x + blockIdx.x * columns; for "
         "(size_t c = t; c < columns; c += blockDim.x) sum += row[c] * row[c]; part[t] = sum; then "
         "barrier and tree as in shared_tree; if (t == 0) norms[blockIdx.x] = sqrtf(part[0])."},
    .count = row_norms_count,
    .fill = row_norms_fill,
    .solve = row_norms_solve,
    .tolerance = 1e-5,
    .explain = row_norms_explain,
    .audit = row_norms_audit,
    .say_finding = row_norms_finding,
    .budget = row_norms_budget,
    .timed = {.n = (size_t)1 << 14, .m = (size_t)1 << 12},
    .timed_bytes = row_norms_bytes,
    .timed_ratio = 1.25,
};
