/* Lesson 7: the sums of the columns of a matrix. */
#include "exercise_tools.h"

#include "random.h"

enum { SUMS, A, ROWS, COLUMNS };

static const struct gs_array column_sums_parameters[] = {
    {"sums", GS_OUTPUT, GS_HOME_DEVICE, GS_I32},
    {"a", GS_INPUT, GS_HOME_DEVICE, GS_I32},
    {"rows", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"columns", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

/* Of the first, each column has a row of the same number. The last has many rows, which begin at
 * sectors. */
static const struct gs_shape column_sums_shapes[] = {
    {.n = 100, .m = 40}, {.n = 0, .m = 5},   {.n = 1, .m = 1},    {.n = 31, .m = 3},
    {.n = 33, .m = 31},  {.n = 7, .m = 257}, {.n = 600, .m = 64}, GS_LAST_SHAPE,
};

static size_t column_sums_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == SUMS ? shape->m : shape->n * shape->m;
}

/* 1 to 1000: no row adds nothing. */
static void column_sums_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    int32_t *a = arrays[A];
    for (size_t i = 0; i < shape->n * shape->m; i++)
        a[i] = 1 + (int32_t)(gs_random_bits(seed, A, i) % 1000);
    *(uint64_t *)arrays[ROWS] = shape->n;
    *(uint64_t *)arrays[COLUMNS] = shape->m;
}

/* Of every `step`-th row of a column, below `end`. */
static int64_t sum_of_rows(const struct gs_shape *shape, const int32_t *a, size_t column,
                           size_t step, size_t end)
{
    int64_t sum = 0;
    for (size_t r = 0; r < end && r < shape->n; r += step)
        sum += a[r * shape->m + column];
    return sum;
}

static void column_sums_solve(const struct gs_shape *shape, const void *const *arrays,
                              struct gs_expected *out)
{
    int32_t *sums = out->want[SUMS];
    for (size_t c = 0; c < shape->m; c++)
        sums[c] = (int32_t)sum_of_rows(shape, arrays[A], c, 1, shape->n);
}

/* ---- wrong sums ------------------------------------------------------------------------------ */

static int64_t sum_of_row(const struct gs_shape *shape, const int32_t *a, size_t row)
{
    int64_t sum = 0;
    for (size_t c = 0; c < shape->m; c++)
        sum += a[row * shape->m + c];
    return sum;
}

/* All columns from one on: nobody had them. */
static bool say_last_columns(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t c = wrong->first, left = wrong->count - c;
    if (c == 0 || wrong->untouched != left || wrong->wrong != left)
        return false;
    return gs_say(out, "rounded-down",
                  "The last %zu of %zu sums, from sums[%zu] on, were never written: is there a "
                  "block for the last columns? A division drops the remainder.",
                  left, wrong->count, c);
}

static bool column_sums_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const struct gs_shape *shape = wrong->shape;
    const int32_t *a = wrong->arrays[A];
    const size_t c = wrong->first;
    const int64_t got = ((const int32_t *)wrong->got)[c];
    if (wrong->untouched > 0)
        return say_last_columns(wrong, out);
    if (c < shape->n && got == sum_of_row(shape, a, c))
        return gs_say(out, "other-axis",
                      "sums[%zu] is the sum of row %zu, and that of column %zu is right: element r "
                      "of a column is a[r * columns + column].",
                      c, c, c);
    for (size_t step = 2; step <= 64 && step < shape->n; step++) {
        if (got == sum_of_rows(shape, a, c, step, shape->n))
            return gs_say(out, "lines-left-out",
                          "sums[%zu] is the sum of every %zuth row alone: what the other lines of "
                          "the block have added up is missing. They leave it in shared memory, and "
                          "behind a barrier one line adds all up.",
                          c, step);
        if (got == sum_of_rows(shape, a, c, 1, step))
            return gs_say(out, "short-column",
                          "sums[%zu] is the sum of the first %zu of %zu rows: there are more rows "
                          "than lines of threads, so each line has to go on to further rows.",
                          c, step, shape->n);
    }
    if (got > ((const int32_t *)wrong->want)[c] &&
        gs_inspected_accesses(wrong->report, "sums", "atomic"))
        return gs_say(out, "not-zeroed",
                      "sums[%zu] is %lld, and %d is right. An atomic function adds to what sums "
                      "held before the call, and that is junk: is it set to 0 first? If it is, "
                      "some rows were added more than once.",
                      c, (long long)got, ((const int32_t *)wrong->want)[c]);
    if (got > ((const int32_t *)wrong->want)[c])
        return gs_say(out, "counted-twice",
                      "sums[%zu] is %lld, more than all elements of the column together, %d: some "
                      "rows were added more than once. Line y begins with row y, and goes on by as "
                      "many rows as there are lines.",
                      c, (long long)got, ((const int32_t *)wrong->want)[c]);
    return false;
}

/* ---- all together ---------------------------------------------------------------------------- */

/* Right, but by a thread for each column, or fewer. */
static bool column_sums_audit(const struct gs_shape *shape, const json_t *report,
                              struct gs_saying *out)
{
    int line = 0;
    const size_t threads = gs_inspected_threads(report, &line);
    if (shape->n < 512 || threads > 2 * shape->m)
        return false;
    out->line = line;
    return gs_say(out, "too-few-threads",
                  "The sums are right, but %zu threads add up %zu rows of %zu columns, one row "
                  "after the other. Let several lines of threads share the rows of a column.",
                  threads, shape->n, shape->m);
}

static size_t column_sums_bytes(const struct gs_shape *shape)
{
    return sizeof(int32_t) * (shape->n * shape->m + shape->m);
}

/* Several blocks may share a column: their sums are stored and read again. */
static void column_sums_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 2;
    most->global_bytes = column_sums_bytes(shape) + column_sums_bytes(shape) / 4;
    most->sectors = 1.05;
    most->wavefronts = 1.0;
}

const struct gs_exercise gs_exercise_column_sums = {
    .name = "column_sums",
    .title = "The sum along an axis",
    .entry = "column_sums",
    .parameters = column_sums_parameters,
    .shapes = column_sums_shapes,
    .n_name = "rows",
    .m_name = "columns",
    .hints =
        {"A warp has 32 neighbouring columns, and reads along a row. What can the other warps of "
         "its block do for the same columns?",
         "With blocks of dim3(32, LINES), line y adds up rows y, y + LINES, ... of its column, and "
         "leaves the sum in part[y][x] of shared memory. Behind __syncthreads() line 0 adds the "
         "LINES parts of its column.",
         "__shared__ int part[16][32]; for (row = y; row < rows; row += 16) sum += a[row * columns "
         "+ column]; part[y][x] = sum; __syncthreads(); then, where y == 0: add part[1][x] to "
         "part[15][x] and store. A column that does not exist adds 0, and its threads come to the "
         "barrier too."},
    .count = column_sums_count,
    .fill = column_sums_fill,
    .solve = column_sums_solve,
    .explain = column_sums_explain,
    .audit = column_sums_audit,
    .budget = column_sums_budget,
    .timed = {.n = (size_t)1 << 14, .m = (size_t)1 << 12},
    .timed_bytes = column_sums_bytes,
    .timed_ratio = 1.5,
};
