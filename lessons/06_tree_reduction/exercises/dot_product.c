/* Lesson 6: the sum of products. It is C and no data: a wrong sum is held against the levels of
 * a tree, the blocks and the threads that could have given it. */
#include "tree_report.h"
#include "wrong_sum.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>
#include <stdlib.h>

enum { DOT_TOTAL, DOT_X, DOT_Y, DOT_N };

static const struct gs_array dot_parameters[] = {
    {"total", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"x", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"y", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

/* First one in which each mistake leaves a mark of its own. */
static const struct gs_shape dot_shapes[] = {
    {.n = 1000},   {.n = 0},   {.n = 1},
    {.n = 31},     {.n = 33},  {.n = 255},
    {.n = 256},    {.n = 257}, {.n = (1 << 13) + 11},
    GS_LAST_SHAPE,
};

static size_t dot_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == DOT_TOTAL ? 1 : shape->n;
}

static void dot_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *x = arrays[DOT_X], *y = arrays[DOT_Y];
    for (size_t i = 0; i < shape->n; i++) {
        x[i] = gs_random_f32(seed, DOT_X, i);
        y[i] = gs_random_f32(seed, DOT_Y, i);
    }
    *(uint64_t *)arrays[DOT_N] = shape->n;
}

/* The order is free, so the sum may be off by what its terms' sizes allow. */
static void dot_solve(const struct gs_shape *shape, const void *const *arrays,
                      struct gs_expected *out)
{
    const float *x = arrays[DOT_X], *y = arrays[DOT_Y];
    double total = 0;
    for (size_t i = 0; i < shape->n; i++) {
        total += (double)x[i] * (double)y[i];
        out->scale += fabs((double)x[i] * (double)y[i]);
    }
    *(double *)out->want[DOT_TOTAL] = total;
}

/* ---- wrong sums ------------------------------------------------------------------------------ */

/* The sum of x times the sum of y, in each block of that many elements. */
static double sum_of_block_products(const float *x, const float *y, size_t n, size_t block)
{
    double total = 0;
    for (size_t first = 0; block > 1 && first < n; first += block) {
        const size_t count = n - first < block ? n - first : block;
        total += gs_sum_of_values(x + first, count) * gs_sum_of_values(y + first, count);
    }
    return total;
}

static bool say_sum(const struct gs_wrong *wrong, double got, const float *products,
                    struct gs_saying *out)
{
    const float *x = wrong->arrays[DOT_X], *y = wrong->arrays[DOT_Y];
    const size_t n = wrong->shape->n;
    const struct gs_wrong_sum sum = {.name = "total[0]",
                                     .term = "product",
                                     .terms = "products",
                                     .got = got,
                                     .slack = 2e-6 * gs_sum_of_sizes(products, n),
                                     .count = n,
                                     .value = gs_term_of_array,
                                     .report = wrong->report,
                                     .x = products};
    if (fabs(got - gs_sum_of_values(x, n) - gs_sum_of_values(y, n)) <= 4 * sum.slack)
        return gs_say(out, "wrong-value",
                      "total[0] is %g, the sum of all elements of x and of y: multiply x[i] by "
                      "y[i], and add up the products.",
                      got);
    if (fabs(got - sum_of_block_products(
                       x, y, n, gs_block_threads(gs_inspected_largest_launch(wrong->report)))) <=
        1e-5 * fabs(got))
        return gs_say(out, "wrong-value",
                      "total[0] is %g: the elements of x and those of y were added up by "
                      "themselves, and the sums multiplied. Multiply x[i] by y[i] first, and add "
                      "up the products.",
                      got);
    return gs_say_nothing_added(&sum, out) || gs_say_levels(&sum, out) ||
           gs_say_blocks(&sum, out) || gs_say_many_times(&sum, out) || gs_say_all_cells(&sum, out);
}

static bool dot_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const float *x = wrong->arrays[DOT_X], *y = wrong->arrays[DOT_Y];
    const double got = (double)*(const float *)wrong->got;
    if (wrong->report != NULL && gs_inspected_total(wrong->report, "launches") == 0)
        return false;
    if (gs_say_not_zeroed(wrong, isnan(got), "NaN", out))
        return true;
    float *products = calloc(wrong->shape->n + 1, sizeof *products);
    if (products == NULL)
        return false;
    for (size_t i = 0; i < wrong->shape->n; i++)
        products[i] = x[i] * y[i];
    const bool said = say_sum(wrong, got, products, out);
    free(products);
    return said;
}

static bool dot_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    return gs_audit_threads(shape->n, report, out) || gs_audit_loads(shape->n, report, out) ||
           gs_audit_atomics(shape->n, report, out) || gs_audit_shared_atomics(report, out);
}

static bool dot_finding(const struct gs_shape *shape, const json_t *report, const json_t *finding,
                        struct gs_saying *out)
{
    (void)report;
    return gs_say_shared_result(finding, "total", out) ||
           gs_say_of_tree(finding, gs_terms_from(finding, shape->n), out);
}

/* ---- all together ---------------------------------------------------------------------------- */

static size_t dot_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(float) * shape->n;
}

static void dot_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 3;
    most->global_bytes = dot_bytes(shape) + 4096;
    most->sectors = 1.05;
    most->wavefronts = 1.05;
    most->tree = true;
}

const struct gs_exercise gs_exercise_dot_product = {
    .name = "dot_product",
    .title = "A tree over products",
    .entry = "dot_product",
    .parameters = dot_parameters,
    .shapes = dot_shapes,
    .n_name = "n",
    .hints =
        {"How does this differ from exercise 6.2? Only in what a thread stores to its cell of "
         "shared memory.",
         "A thread past the end stores 0, for all 256 cells take part in the tree. The tree has "
         "a barrier before its first level, and one behind each level. total begins with 0, "
         "which cudaMemset() can set.",
         "part[t] = i < n ? x[i] * y[i] : 0; __syncthreads(); for half = 128, 64, ..., 1: if "
         "(t < half) part[t] += part[t + half]; __syncthreads(); and at the end, if (t == 0), "
         "atomicAdd(total, part[0])."},
    .count = dot_count,
    .fill = dot_fill,
    .solve = dot_solve,
    .tolerance = 2e-6,
    .explain = dot_explain,
    .audit = dot_audit,
    .say_finding = dot_finding,
    .budget = dot_budget,
    .timed = {.n = (size_t)1 << 25},
    .timed_bytes = dot_bytes,
    .timed_ratio = 1.5,
};
