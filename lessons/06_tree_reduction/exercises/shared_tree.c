/* Lesson 6: a tree, and its barriers. It is C and no data: a wrong sum is held against the
 * levels of a tree, the blocks and the threads that could have given it. */
#include "sums.h"
#include "tree_report.h"
#include "wrong_sum.h"

#include "exercise_tools.h"

#include <math.h>

static const struct gs_array shared_tree_parameters[] = {
    {"total", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"x", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

static size_t shared_tree_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == GS_SUM ? 1 : shape->n;
}

static void shared_tree_solve(const struct gs_shape *shape, const void *const *arrays,
                              struct gs_expected *out)
{
    *(double *)out->want[GS_SUM] = gs_sum_of_values(arrays[GS_SUM_X], shape->n);
    out->scale = gs_sum_of_sizes(arrays[GS_SUM_X], shape->n);
}

static bool shared_tree_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const float *x = wrong->arrays[GS_SUM_X];
    double got = (double)*(const float *)wrong->got;
    if (gs_say_not_zeroed(wrong, isnan(got), "NaN", out))
        return true;
    struct gs_wrong_sum sum = {.name = "total[0]",
                               .term = "element",
                               .terms = "elements",
                               .got = got,
                               .slack = 1e-6 * gs_sum_of_sizes(x, wrong->shape->n),
                               .count = wrong->shape->n,
                               .value = gs_term_of_array,
                               .report = wrong->report,
                               .x = x};
    return gs_say_nothing_added(&sum, out) || gs_say_levels(&sum, out) ||
           gs_say_blocks(&sum, out) || gs_say_many_times(&sum, out) || gs_say_all_cells(&sum, out);
}

/* In a tree a warp adds up to 32 pairs at a time: passes through shared memory are half as many as
 * elements, also with blocks of one warp, or with a tree of every warp by itself. A loop of one
 * thread has one for each element, or three. */
static bool adds_one_by_one(size_t n, const json_t *report, struct gs_saying *out)
{
    const long long passes = gs_inspected_total(report, "shared_wavefronts");
    return 4 * passes > 3 * (long long)n + 4096 &&
           gs_say(out, "no-tree",
                  "The warps go %lld times through shared memory for %zu elements: the elements of "
                  "a block are added one after the other. In a tree, all pairs of a level are "
                  "added at the same time, by different threads.",
                  passes, n);
}

static bool shared_tree_audit(const struct gs_shape *shape, const json_t *report,
                              struct gs_saying *out)
{
    return gs_audit_threads(shape->n, report, out) || gs_audit_loads(shape->n, report, out) ||
           gs_audit_atomics(shape->n, report, out) || gs_audit_shared_atomics(report, out) ||
           adds_one_by_one(shape->n, report, out);
}

static bool shared_tree_finding(const struct gs_shape *shape, const json_t *report,
                                const json_t *finding, struct gs_saying *out)
{
    (void)report;
    return gs_say_shared_result(finding, "total", out) ||
           gs_say_of_tree(finding, gs_terms_from(finding, shape->n), out);
}

static void shared_tree_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 4;
    most->global_bytes = sizeof(float) * (shape->n + shape->n / 16 + 256);
    most->sectors = 1.02;
    most->wavefronts = 1.0;
    most->tree = true;
}

static size_t shared_tree_bytes(const struct gs_shape *shape)
{
    return sizeof(float) * (shape->n + 1);
}

const struct gs_exercise gs_exercise_shared_tree = {
    .name = "shared_tree",
    .title = "A tree, and its barriers",
    .entry = "shared_tree",
    .parameters = shared_tree_parameters,
    .shapes = gs_sum_shapes,
    .n_name = "n",
    .hints = {"Which cells does a thread read in the first level, who has filled them, and when? "
              "What is in the cells of threads that have no element?",
              "Halve the number of cells in each level, as in sequential_sum. Each level reads "
              "what other threads have stored in the one before, so a barrier stands before each, "
              "where every thread comes by. 0 is the element that changes no sum.",
              "part[t] = i < n ? x[i] : 0; __syncthreads(); then for (half = blockDim.x / 2; half "
              "> 0; half /= 2) { if (t < half) part[t] += part[t + half]; __syncthreads(); }. And "
              "before the launch, also for n = 0: cudaMemset(total, 0, sizeof *total)."},
    .count = shared_tree_count,
    .fill = gs_sum_fill,
    .solve = shared_tree_solve,
    .tolerance = 1e-6,
    .explain = shared_tree_explain,
    .audit = shared_tree_audit,
    .say_finding = shared_tree_finding,
    .budget = shared_tree_budget,
    .timed = {.n = (size_t)1 << 25},
    .timed_bytes = shared_tree_bytes,
    .timed_ratio = 1.25,
};
