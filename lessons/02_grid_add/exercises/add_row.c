/* Lesson 2: one row for all rows of a matrix. It is C and no data: it names the rows or columns
 * that the launch does not reach, and asks that nothing is copied. */
#include "matrices.h"

#include "exercise_tools.h"

#include "random.h"

enum { OUT, MATRIX, ROW, ROWS, COLUMNS };

static const struct gs_array add_row_parameters[] = {
    {"out", GS_OUTPUT, GS_HOME_DEVICE, GS_I64},     {"a", GS_INPUT, GS_HOME_DEVICE, GS_I64},
    {"row", GS_INPUT, GS_HOME_DEVICE, GS_I64},      {"rows", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"columns", GS_NUMBER, GS_HOME_DEVICE, GS_U64}, {0},
};

static size_t add_row_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == ROW ? shape->m : shape->n * shape->m;
}

/* The first size is the example that stands in the stub; the others have numbers that 32 bits
 * cannot hold. */
static void add_row_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    int64_t *a = arrays[MATRIX], *row = arrays[ROW];
    const bool example = shape->n == 4 && shape->m == 4;
    for (size_t i = 0; i < shape->n * shape->m; i++)
        a[i] = example ? (int64_t)i : gs_random_i64(seed, MATRIX, i);
    for (size_t c = 0; c < shape->m; c++)
        row[c] = example ? 10 * (int64_t)(c + 1) : gs_random_i64(seed, ROW, c);
    *(uint64_t *)arrays[ROWS] = shape->n;
    *(uint64_t *)arrays[COLUMNS] = shape->m;
}

static void add_row_solve(const struct gs_shape *shape, const void *const *arrays,
                          struct gs_expected *out)
{
    const int64_t *a = arrays[MATRIX], *row = arrays[ROW];
    int64_t *want = out->want[OUT];
    for (size_t i = 0; i < shape->n * shape->m; i++)
        want[i] = a[i] + row[i % shape->m];
}

/* ---- what a wrong sum is --------------------------------------------------------------------- */

/* All wrong elements are the matrix's own. */
static bool nothing_added(const struct gs_wrong *wrong)
{
    const int64_t *a = wrong->arrays[MATRIX], *got = wrong->got;
    for (size_t i = 0; i < wrong->count; i++) {
        if (wrong->states[i] == 2 && got[i] != a[i])
            return false;
    }
    return true;
}

/* What a mistake takes for the place in `row`, and how that is told. */
static size_t first_alone(const struct gs_wrong *wrong, size_t i, size_t block)
{
    (void)wrong, (void)i, (void)block;
    return 0;
}

static size_t number_of_row(const struct gs_wrong *wrong, size_t i, size_t block)
{
    (void)block;
    return i / wrong->shape->m % wrong->shape->m;
}

/* The number of the element, of a matrix that is taken for one with as many columns as it has rows.
 */
static size_t number_by_rows(const struct gs_wrong *wrong, size_t i, size_t block)
{
    (void)block;
    return i % wrong->shape->n % wrong->shape->m;
}

/* The number of the column, of a matrix that is taken to be stored column by column. */
static size_t column_by_column(const struct gs_wrong *wrong, size_t i, size_t block)
{
    (void)block;
    return i / wrong->shape->n % wrong->shape->m;
}

static size_t number_in_block(const struct gs_wrong *wrong, size_t i, size_t block)
{
    return i % wrong->shape->m % block;
}

static const struct {
    size_t (*take)(const struct gs_wrong *wrong, size_t i, size_t block);
    const char *sentence;
} wrong_places[] = {
    {number_in_block, "row was indexed by threadIdx.x alone, which begins at 0 in each block: take "
                      "the column, as for a."},
    {number_by_rows,
     "row was indexed by what is left over when the number of the element is divided "
     "by `rows`: a row of the matrix has `columns` elements."},
    {number_of_row, "that is the number of its row, and not that of its column. Either row is "
                    "indexed by it, or out and a are stored column by column: element (r, c) is at "
                    "r * columns + c."},
    {column_by_column, "out and a were stored column by column: element (r, c) is at "
                       "r * columns + c."},
    {first_alone, "row[0] was added to all: the column of an element says which one of the row it "
                  "takes."},
};

/* All wrong elements took that place. */
static bool took(const struct gs_wrong *wrong, size_t mistake, size_t block)
{
    const int64_t *a = wrong->arrays[MATRIX], *row = wrong->arrays[ROW], *got = wrong->got;
    for (size_t i = 0; i < wrong->count; i++) {
        if (wrong->states[i] == 2 &&
            (uint64_t)got[i] !=
                (uint64_t)a[i] + (uint64_t)row[wrong_places[mistake].take(wrong, i, block)])
            return false;
    }
    return true;
}

/* Where a kernel stores to out; 0: not known. */
static int line_of_store(const json_t *report)
{
    const json_t *accesses = gs_inspected_counts(report, "accesses");
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        if (gs_has_text(access, "kind", "store") && gs_has_text(access, "array", "out"))
            return gs_line_of(access);
    }
    return 0;
}

static bool say_place(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const json_t *launch = gs_inspected_largest_launch(wrong->report);
    const size_t block = launch != NULL ? (size_t)gs_get_element(launch, "block", 0) : 1;
    const size_t i = wrong->first, m = wrong->shape->m;
    for (size_t k = 0; k < sizeof wrong_places / sizeof wrong_places[0]; k++) {
        if (!took(wrong, k, block))
            continue;
        out->line = line_of_store(wrong->report);
        return gs_say(out, "wrong-element",
                      "Element (%zu, %zu), out[%zu], is a[%zu] + row[%zu], and row[%zu] is "
                      "right: %s",
                      i / m, i % m, i, i, wrong_places[k].take(wrong, i, block), i % m,
                      wrong_places[k].sentence);
    }
    return false;
}

/* The first wrong element got another element of the row. */
static bool say_another(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const int64_t *a = wrong->arrays[MATRIX], *row = wrong->arrays[ROW], *got = wrong->got;
    const size_t i = wrong->first, m = wrong->shape->m;
    for (size_t c = 0; c < m; c++) {
        if ((uint64_t)got[i] != (uint64_t)a[i] + (uint64_t)row[c])
            continue;
        out->line = line_of_store(wrong->report);
        return gs_say(out, "wrong-element",
                      "Element (%zu, %zu), out[%zu], is a[%zu] + row[%zu], and row[%zu] is right: "
                      "the index of row is the column of the element.",
                      i / m, i % m, i, i, c, i % m);
    }
    return false;
}

static bool say_nothing_added(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    if (!nothing_added(wrong))
        return false;
    if (i >= wrong->shape->m)
        return gs_say(out, "wrong-value",
                      "out[%zu] is a[%zu] itself: only the first row of the matrix got the row. It "
                      "is to be added to each.",
                      i, i);
    return gs_say(out, "wrong-value",
                  "out[%zu] is a[%zu] itself, and nothing was added: row[%zu] is right for that "
                  "column.",
                  i, i, i % wrong->shape->m);
}

static bool add_row_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const int64_t got = ((const int64_t *)wrong->got)[i], want = ((const int64_t *)wrong->want)[i];
    if (wrong->untouched > 0 || wrong->states == NULL)
        return gs_matrix_say_missing(wrong, "written", out);
    if (say_nothing_added(wrong, out) || say_place(wrong, out) || say_another(wrong, out))
        return true;
    return (uint32_t)(uint64_t)got == (uint32_t)(uint64_t)want && got != want &&
           gs_say(out, "truncated",
                  "out[%zu] is %lld, and %lld is right: somewhere a number went through an int, "
                  "which keeps 32 bits and loses what is above 2^31.",
                  i, (long long)got, (long long)want);
}

/* ---- threads at the wrong element, and copies ------------------------------------------------ */

static bool add_row_say_finding(const struct gs_shape *shape, const json_t *report,
                                const json_t *finding, struct gs_saying *out)
{
    const struct gs_party t = gs_party_of(finding, "first");
    const bool inside = t.x < shape->m && t.y < shape->n;
    if (inside && gs_finding_is(finding, "out-of-bounds") && gs_has_text(finding, "array", "row"))
        return gs_say(out, "row-as-matrix",
                      "The thread at row %zu and column %zu took row[%lld]: `row` has one row "
                      "alone, %zu element%s. Its index is the column, whatever the row is.",
                      t.y, t.x, gs_get_number(finding, "index"), shape->m,
                      shape->m == 1 ? "" : "s");
    return gs_matrix_say_finding(shape, report, finding, out);
}

/* Right, but with a copy of the row for each row of the matrix. */
static bool add_row_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const json_t *operations = gs_inspected_operations(report);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (!gs_has_text(operation, "do", "copy"))
            continue;
        out->line = gs_line_of(operation);
        return gs_say(
            out, "needless-copy",
            "The row is where it is needed: all %zu rows of the matrix can read it there. "
            "Copy nothing, and let each thread find its element of the row.",
            shape->n);
    }
    return false;
}

/* ---- all together ---------------------------------------------------------------------------- */

static size_t add_row_bytes(const struct gs_shape *shape)
{
    return sizeof(int64_t) * (2 * shape->n * shape->m + shape->m);
}

/* A thread may read its element of the row once for each element; a sector holds four. */
static void add_row_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 1.6;
    most->block = 16; /* as the stub has */
    most->global_bytes = 3 * sizeof(int64_t) * shape->n * shape->m;
}

const struct gs_exercise gs_exercise_add_row = {
    .name = "add_row",
    .title = "One row for all rows",
    .entry = "add_row",
    .parameters = add_row_parameters,
    .shapes = gs_matrix_shapes,
    .n_name = "rows",
    .m_name = "columns",
    .hints =
        {"Which elements of the matrix get row[0]? What do they have in common?",
         "The thread at (r, c) has element r * columns + c of the matrix, and element c of the "
         "row. The launch and the guard are those of exercise 2.2.",
         "c = blockIdx.x * blockDim.x + threadIdx.x, r the same with y; if (r < rows && c < "
         "columns) out[r * columns + c] = a[r * columns + c] + row[c]. A grid without blocks "
         "is not launched: return where rows is 0."},
    .count = add_row_count,
    .fill = add_row_fill,
    .solve = add_row_solve,
    .explain = add_row_explain,
    .audit = add_row_audit,
    .say_finding = add_row_say_finding,
    .budget = add_row_budget,
    .timed = {.n = 4096, .m = 4096},
    .timed_bytes = add_row_bytes,
    .timed_ratio = 1.25,
};
