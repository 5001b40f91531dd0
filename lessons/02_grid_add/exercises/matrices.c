#include "matrices.h"

#include "exercise_tools.h"

#include <string.h>

const struct gs_shape gs_matrix_shapes[] = {
    {.n = 4, .m = 4},     {.n = 0, .m = 5},   {.n = 1, .m = 1},   {.n = 1, .m = 33},
    {.n = 33, .m = 1},    {.n = 31, .m = 17}, {.n = 16, .m = 16}, {.n = 17, .m = 15},
    {.n = 200, .m = 328}, GS_LAST_SHAPE,
};

/* ---- threads at the wrong element ------------------------------------------------------------ */

/* The thread is past the end of a row, or of the last row. */
static bool say_outside(const struct gs_shape *shape, const json_t *finding,
                        const struct gs_party *t, size_t index, struct gs_saying *out)
{
    bool across = t->x >= shape->m;
    if (!across && t->y < shape->n)
        return false;
    if (strstr(gs_kernel_guard(finding), "||") != NULL &&
        strchr(gs_kernel_guard(finding), '>') == NULL)
        return gs_say(out, "past-the-end",
                      "The matrix has %zu x %zu elements, and %s is at %s %zu: no element is its "
                      "own, and it took %s[%zu]. `%s` in line %d is true where one of the two is: "
                      "both have to be, `&&`.",
                      shape->n, shape->m, t->name, across ? "column" : "row", across ? t->x : t->y,
                      gs_get_text(finding, "array"), index, gs_kernel_guard(finding),
                      gs_kernel_guard_line(finding));
    if (strstr(gs_kernel_guard(finding), "&&") != NULL)
        return gs_say(
            out, "wrong-index",
            "The matrix has %zu x %zu elements, and %s, which is at %s %zu, took %s[%zu]. "
            "It passed line %d, `%s`, so what the kernel calls its row and its column "
            "are others: make each of its own axis, from blockIdx, blockDim and "
            "threadIdx, and the index from both.",
            shape->n, shape->m, t->name, across ? "column" : "row", across ? t->x : t->y,
            gs_get_text(finding, "array"), index, gs_kernel_guard_line(finding),
            gs_kernel_guard(finding));
    if (gs_kernel_guard(finding)[0] != '\0')
        return gs_say(out, "past-the-end",
                      "The matrix has %zu x %zu elements, and %s is at %s %zu: no element is its "
                      "own, and it took %s[%zu]. Line %d tests `%s`: does a thread pass only where "
                      "both its row and its column are in the matrix?",
                      shape->n, shape->m, t->name, across ? "column" : "row", across ? t->x : t->y,
                      gs_get_text(finding, "array"), index, gs_kernel_guard_line(finding),
                      gs_kernel_guard(finding));
    return gs_say(out, "no-bounds-check",
                  "The matrix has %zu x %zu elements, and %s has %s %zu: no element is its own, "
                  "and it took %s[%zu]. Both have to be tested.",
                  shape->n, shape->m, t->name, across ? "column" : "row", across ? t->x : t->y,
                  gs_get_text(finding, "array"), index);
}

static bool say_row_length(const struct gs_shape *shape, const json_t *finding,
                           const struct gs_party *t, size_t index, struct gs_saying *out)
{
    if (shape->n == shape->m || t->y == 0 || index != t->y * shape->n + t->x)
        return false;
    return gs_say(
        out, "row-length",
        "A row has as many elements as there are columns, %zu, and you count %zu: "
        "element (row, column) is %s[row * columns + column], not %s[row * rows + column].",
        shape->m, shape->n, gs_get_text(finding, "array"), gs_get_text(finding, "array"));
}

static bool say_shared_element(const json_t *finding, const struct gs_party *first,
                               const struct gs_party *second, struct gs_saying *out)
{
    return gs_say(
        out, "race",
        "Two threads took %s[%lld]: %s and %s. Each element needs a thread of its own: do "
        "x and y count over all blocks, and are both in the index?",
        gs_get_text(finding, "array"), gs_get_number(finding, "index"), first->name, second->name);
}

bool gs_matrix_say_finding(const struct gs_shape *shape, const json_t *report,
                           const json_t *finding, struct gs_saying *out)
{
    const json_t *launch = json_object_get(finding, "launch");
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    size_t index = (size_t)gs_get_number(finding, "index");
    bool race = gs_is_race(finding);
    bool flat = gs_get_element(launch, "grid", 1) * gs_get_element(launch, "block", 1) == 1;
    (void)report;
    if (flat || (!race && !gs_finding_is(finding, "out-of-bounds")))
        return false;
    if (say_outside(shape, finding, &first, index, out) ||
        say_row_length(shape, finding, &first, index, out))
        return true;
    if (!race)
        return false;
    return say_outside(shape, finding, &second, index, out) ||
           say_row_length(shape, finding, &second, index, out) ||
           say_shared_element(finding, &first, &second, out);
}

/* ---- elements that nobody wrote -------------------------------------------------------------- */

/* Rows and columns up to the last in which an element was written. */
static void find_done(const struct gs_wrong *wrong, size_t *rows, size_t *columns)
{
    *rows = *columns = 0;
    for (size_t i = 0; i < wrong->count; i++) {
        if (wrong->states[i] == 1)
            continue;
        *rows = i / wrong->shape->m + 1;
        if (i % wrong->shape->m >= *columns)
            *columns = i % wrong->shape->m + 1;
    }
}

/* Threads of the launch along x and y; 0: not known. */
static size_t threads_along(const json_t *launch, size_t dimension)
{
    return (size_t)(gs_get_element(launch, "grid", dimension) *
                    gs_get_element(launch, "block", dimension));
}

static bool is_rounded_down(const json_t *launch, size_t dimension, size_t all)
{
    const size_t block = (size_t)gs_get_element(launch, "block", dimension);
    return block > 1 && (size_t)gs_get_element(launch, "grid", dimension) == all / block;
}

/* The last rows or columns, whose elements no thread wrote. */
struct left_over {
    const char *verb; /* what was to be done to them: "doubled" */
    const char *name, *axis;
    size_t all, done, threads;
    bool rounds; /* the launch has as many blocks as a division without its remainder gives */
};

static bool say_left_over(const struct left_over *left, const struct gs_wrong *wrong,
                          struct gs_saying *out)
{
    const json_t *launch = gs_inspected_largest_launch(wrong->report);
    const size_t x = threads_along(launch, 0), y = threads_along(launch, 1);
    const size_t rows = wrong->shape->n, columns = wrong->shape->m;
    if (y == 1 && x >= rows * columns) { /* each has its element by one number alone */
        out->line = 0;
        return gs_say(
            out, "never-written",
            "No element was %s from %s %zu on, and there are %zu. The launch has a thread "
            "for each of the %zu * %zu elements: which test keeps those threads away, and "
            "is it of the number of all elements?",
            left->verb, left->name, left->done, left->all, rows, columns);
    }
    if (left->threads < left->all && x >= rows && y >= columns && (x < columns || y < rows))
        return gs_say(out, "axes-swapped",
                      "No element was %s from %s %zu on, and there are %zu. The grid has %zu "
                      "threads in x and %zu in y: x runs along a row, so x needs a thread for each "
                      "column, and y for each row.",
                      left->verb, left->name, left->done, left->all, x, y);
    if (left->threads < left->all)
        return gs_say(out, left->rounds ? "rounded-down" : "too-few-threads",
                      "There are %zu %ss, and from %s %zu on nothing was %s: the launch has %zu "
                      "thread%s in %s.%s",
                      left->all, left->name, left->name, left->done, left->verb, left->threads,
                      left->threads == 1 ? "" : "s", left->axis,
                      left->rounds ? " Does a division drop the remainder?" : "");
    return gs_say(out, "axes-swapped",
                  "No element was %s from %s %zu on, and there are %zu. The launch has threads "
                  "enough, %zu in x and %zu in y: does the kernel take the column from x and the "
                  "row from y?",
                  left->verb, left->name, left->done, left->all, x, y);
}

bool gs_matrix_say_missing(const struct gs_wrong *wrong, const char *done, struct gs_saying *out)
{
    const size_t rows = wrong->shape->n, columns = wrong->shape->m;
    const json_t *launch = gs_inspected_largest_launch(wrong->report);
    size_t done_rows, done_columns;
    if (launch == NULL || wrong->states == NULL || wrong->untouched != wrong->wrong)
        return false;
    find_done(wrong, &done_rows, &done_columns);
    const bool by_rows = done_rows < rows;
    const struct left_over left = {
        .verb = done,
        .name = by_rows ? "row" : "column",
        .axis = by_rows ? "y" : "x",
        .all = by_rows ? rows : columns,
        .done = by_rows ? done_rows : done_columns,
        .threads = threads_along(launch, by_rows ? 1 : 0),
        .rounds = is_rounded_down(launch, by_rows ? 1 : 0, by_rows ? rows : columns)};
    if (left.done == 0 || left.done == left.all ||
        wrong->wrong != rows * columns - done_rows * done_columns)
        return false;
    out->line = gs_line_of(launch);
    return say_left_over(&left, wrong, out);
}
