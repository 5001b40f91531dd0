/* Lesson 13: a graph that is updated for each row. It is C and no data: it asks which kernels ran
 * in which launch of which graph, and tells rows that were done twice. */
#include "launch_order.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { OUT, X, N, ROWS };

enum { KERNELS = 2 }; /* of a row */

static const struct gs_array parameters[] = {
    {"out", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"x", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"rows", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

static const struct gs_shape shapes[] = {
    {300, 3}, {0, 2}, {1, 1}, {256, 2}, {(1 << 10) + 11, 4}, GS_LAST_SHAPE,
};

static size_t count(const struct gs_shape *shape, unsigned parameter)
{
    (void)parameter;
    return shape->n * shape->m;
}

static void fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *x = arrays[X];
    for (size_t i = 0; i < shape->n * shape->m; i++)
        x[i] = 2 + gs_random_f32(seed, X, i);
    *(uint64_t *)arrays[N] = shape->n;
    *(uint64_t *)arrays[ROWS] = shape->m;
}

static void solve(const struct gs_shape *shape, const void *const *arrays, struct gs_expected *out)
{
    const float *x = arrays[X];
    for (size_t i = 0; i < shape->n * shape->m; i++)
        ((double *)out->want[OUT])[i] = 4 * (double)x[i] * (double)x[i];
}

/* ---- wrong values ---------------------------------------------------------------------------- */

/* All that is wrong was never written: the rows from `first` on. */
static bool is_untouched_from_row(const struct gs_wrong *wrong, size_t first)
{
    return wrong->untouched == wrong->wrong && wrong->first == first * wrong->shape->n &&
           wrong->untouched == (wrong->shape->m - first) * wrong->shape->n;
}

/* The first element of that row was doubled, and not squared. */
static bool is_only_doubled(const struct gs_wrong *wrong, size_t row)
{
    const size_t i = row * wrong->shape->n;
    const double doubled = 2 * (double)((const float *)wrong->arrays[X])[i];
    return fabs((double)((const float *)wrong->got)[i] - doubled) <= 1e-5 * doubled;
}

/* The row got what belongs into row 0. */
static bool is_of_row_0(const struct gs_wrong *wrong, size_t row)
{
    const size_t n = wrong->shape->n;
    for (size_t i = 0; i < n; i++) {
        const double got = (double)((const float *)wrong->got)[row * n + i];
        const double want = ((const double *)wrong->want)[i];
        if (!(fabs(got - want) <= 1e-5 * want))
            return false;
    }
    return n > 0;
}

static bool explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t rows = wrong->shape->m;
    if (rows < 2)
        return false;
    if (wrong->untouched == 0 && is_of_row_0(wrong, 1))
        return gs_say(out, "input-not-updated",
                      "Row 1 holds what belongs into row 0: the first node was given another row "
                      "of out, and still row 0 of x. Both arguments go on by n elements.");
    if (is_untouched_from_row(wrong, 1))
        return gs_say(
            out, "not-updated",
            "Of %zu rows only row 0 was written: each launch computed it again. The nodes of the "
            "graph that is launched keep their arguments until "
            "cudaGraphExecKernelNodeSetParams() gives them new ones; to change those of the graph "
            "that it was made of, by cudaGraphKernelNodeSetParams(), does not reach it.",
            rows);
    if (is_untouched_from_row(wrong, rows - 1))
        return gs_say(out, "updated-too-late",
                      "Row 0 was computed twice, and the last row, row %zu, never: the arguments "
                      "are set behind the launch, so each launch has those of the row before.",
                      rows - 1);
    if (is_only_doubled(wrong, 1))
        return gs_say(out, "second-not-updated",
                      "Row 1 is doubled and not squared, and row 0 is squared again and again: the "
                      "second node keeps the arguments of row 0. Each node is given its own.");
    return is_only_doubled(wrong, 0) &&
           gs_say(out, "first-not-updated",
                  "Row 0 is doubled and not squared, and the other rows are squared and were never "
                  "doubled: the first node keeps the arguments of row 0. Each node is given its "
                  "own.");
}

/* The first node doubles row 0 each time, and the second squares what was never written. */
static bool say_finding(const struct gs_shape *shape, const json_t *report, const json_t *finding,
                        struct gs_saying *out)
{
    (void)report;
    return gs_finding_is(finding, "uninitialised") && shape->m > 1 &&
           (size_t)gs_get_number(finding, "index") >= shape->n &&
           gs_say(out, "first-not-updated",
                  "out[%lld], an element of a row behind row 0, is squared before it has a value: "
                  "the first node keeps the arguments of row 0. Each node is given its own.",
                  gs_get_number(finding, "index"));
}

/* ---- what was asked for ---------------------------------------------------------------------- */

static bool audit_order(const struct gs_shape *shape, const struct gs_order *order,
                        struct gs_saying *out)
{
    return gs_audit_one_graph(order, shape->m, "compute one row", out) ||
           gs_audit_each_launch(order, "out", shape->n / 2, shape->n, "compute one row", out) ||
           gs_audit_new_arguments(order, out) || gs_audit_kernels_done(order, out);
}

static bool audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    if (shape->n == 0 || !gs_tells_all(report))
        return false;
    if (gs_inspected_total(report, "launches") == 0)
        return gs_say_no_kernel(out);
    return gs_with_order(shape, gs_inspected_operations(report), audit_order, out) ||
           (shape->n > 1 && gs_audit_each_kernel(report, "out", out));
}

static void budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = KERNELS * shape->m;
    most->threads = KERNELS * shape->m * (shape->n + 1024);
    most->least_threads = shape->n; /* of a row */
    most->sectors = 1.2;            /* rows begin anywhere */
    most->global_bytes = 4 * sizeof(float) * shape->n * shape->m;
}

const struct gs_exercise gs_exercise_updated_rows = {
    .name = "updated_rows",
    .title = "A graph with new arguments",
    .entry = "updated_rows",
    .parameters = parameters,
    .shapes = shapes,
    .n_name = "n",
    .m_name = "rows",
    .hints =
        {"When does a graph look at the arguments of its kernels: when it is launched, or when "
         "a node is given them?",
         "cudaGraphExecKernelNodeSetParams() gives a node of the graph that is launched new "
         "arguments. It holds for all launches that come after it.",
         "In the loop, behind the two assignments and before the launch: "
         "cudaGraphExecKernelNodeSetParams(exec, first, &doubles); and the same for `second` "
         "with &squares."},
    .count = count,
    .fill = fill,
    .solve = solve,
    .tolerance = 1e-6,
    .explain = explain,
    .audit = audit,
    .budget = budget,
    .say_finding = say_finding,
};
