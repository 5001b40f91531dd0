/* Lesson 6: neighbours work on neighbours. It is C and no data: a wrong sum is held against the
 * levels of a tree, the blocks and the threads that could have given it. */
#include "sums.h"
#include "tree_report.h"
#include "wrong_sum.h"

#include "exercise_tools.h"

#include <math.h>
#include <stdio.h>

enum { SUM_BLOCK = 256 };

static const struct gs_array sequential_sum_parameters[] = {
    {"sums", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"x", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

static size_t blocks_of(size_t n)
{
    return (n + SUM_BLOCK - 1) / SUM_BLOCK;
}

static size_t sequential_sum_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == GS_SUM ? blocks_of(shape->n) : shape->n;
}

static size_t block_length(const struct gs_shape *shape, size_t b)
{
    size_t left = shape->n - b * SUM_BLOCK;
    return left < SUM_BLOCK ? left : SUM_BLOCK;
}

/* The order is free, so a sum may be off by what its terms' sizes allow. */
static void sequential_sum_solve(const struct gs_shape *shape, const void *const *arrays,
                                 struct gs_expected *out)
{
    const float *x = arrays[GS_SUM_X];
    double *sums = out->want[GS_SUM];
    for (size_t b = 0; b < blocks_of(shape->n); b++) {
        size_t length = block_length(shape, b);
        sums[b] = gs_sum_of_values(x + b * SUM_BLOCK, length);
        out->scale = fmax(out->scale, gs_sum_of_sizes(x + b * SUM_BLOCK, length));
    }
}

static bool say_last_block(const struct gs_wrong *wrong, struct gs_saying *out)
{
    size_t left = wrong->shape->n % SUM_BLOCK;
    if (left == 0 || wrong->count < 2 || wrong->untouched != 1 || wrong->wrong != 1 ||
        wrong->last != wrong->count - 1)
        return false;
    return gs_say(
        out, "rounded-down",
        "The last %zu element%s of x %s no block, and sums[%zu] was never written: does a "
        "division of n drop the remainder?",
        left, left == 1 ? "" : "s", left == 1 ? "has" : "have", wrong->last);
}

/* Fewer threads a block than it has elements: block 0 has added what its threads could take. */
static bool say_short_block(const struct gs_wrong_sum *sum, struct gs_saying *out)
{
    const json_t *launch = gs_inspected_largest_launch(sum->report);
    const size_t block = gs_block_threads(launch);
    if (block == 0 || block >= SUM_BLOCK || sum->count <= block ||
        fabs(gs_sum_of_values(sum->x, block) - sum->got) > sum->slack)
        return false;
    out->line = gs_line_of(launch);
    return gs_say(out, "too-few-threads",
                  "%s has the first %zu elements alone. Line %d launches %zu threads a block, and "
                  "each block is to add up %d elements: where a thread takes one, launch %d.",
                  sum->name, block, out->line, block, (int)SUM_BLOCK, (int)SUM_BLOCK);
}

static bool sequential_sum_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    char name[32];
    size_t b = wrong->first;
    if (wrong->untouched > 0)
        return say_last_block(wrong, out);
    const float *x = (const float *)wrong->arrays[GS_SUM_X] + b * SUM_BLOCK;
    size_t length = block_length(wrong->shape, b);
    (void)snprintf(name, sizeof name, "sums[%zu]", b);
    struct gs_wrong_sum sum = {.name = name,
                               .term = "element",
                               .terms = "elements",
                               .got = (double)((const float *)wrong->got)[b],
                               .slack = 1e-6 * gs_sum_of_sizes(x, length),
                               .count = length,
                               .value = gs_term_of_array,
                               .report = wrong->report,
                               .x = x};
    return (b == 0 && say_short_block(&sum, out)) || gs_say_levels(&sum, out);
}

/* Sequential addressing leaves some 400 lanes of a block idle, most of them in the last levels. */
static bool sequential_sum_audit(const struct gs_shape *shape, const json_t *report,
                                 struct gs_saying *out)
{
    if (gs_audit_threads(shape->n, report, out) || gs_audit_loads(shape->n, report, out) ||
        gs_audit_atomics(shape->n, report, out) || gs_audit_shared_atomics(report, out))
        return true;
    const long long most = 1500;
    struct gs_lanes lanes = gs_count_lanes(report, "shared", NULL);
    if (lanes.idle <= most * (long long)blocks_of(shape->n))
        return false;
    out->line = gs_line_of(lanes.worst);
    if (gs_get_number(lanes.worst, "active_lanes") == gs_get_number(lanes.worst, "requests"))
        return gs_say(out, "idle-lanes",
                      "In line %d one thread works, and the other 31 of its warp wait. Let the "
                      "threads of the block share the additions, in levels: in the first 128 of "
                      "them add, in the next 64, and so on.",
                      out->line);
    return gs_say(out, "idle-lanes",
                  "The threads that work are spread over all warps: in line %d only %.2g of a "
                  "warp's 32 have something to do on average, and the others wait. Let the first "
                  "threads work, so that whole warps are done.",
                  out->line,
                  (double)gs_get_number(lanes.worst, "active_lanes") /
                      (double)gs_get_number(lanes.worst, "requests"));
}

static bool sequential_sum_finding(const struct gs_shape *shape, const json_t *report,
                                   const json_t *finding, struct gs_saying *out)
{
    (void)report;
    return gs_say_result_index(finding, "sums", out) ||
           gs_say_of_tree(finding, gs_terms_from(finding, shape->n), out);
}

static size_t sequential_sum_bytes(const struct gs_shape *shape)
{
    return sizeof(float) * (shape->n + blocks_of(shape->n));
}

static void sequential_sum_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 2;
    most->global_bytes = sequential_sum_bytes(shape) + 2 * sizeof(float) * blocks_of(shape->n);
    most->sectors = 1.02;
    most->wavefronts = 1.0;
    most->tree = true;
}

const struct gs_exercise gs_exercise_sequential_sum = {
    .name = "sequential_sum",
    .title = "Let neighbours work on neighbours",
    .entry = "sequential_sum",
    .parameters = sequential_sum_parameters,
    .shapes = gs_sum_shapes,
    .n_name = "n",
    .hints = {"A cell lies in bank `cell % 32`. In the first level thread t uses cell 2 * t: which "
              "other thread of its warp uses the same bank as thread 0?",
              "Any way of pairing the cells gives the same sum. Pair each cell of the lower half "
              "with one of the upper half, then halve the half, until one cell is left.",
              "for (unsigned half = blockDim.x / 2; half > 0; half /= 2), and in it: if (t < half) "
              "part[t] += part[t + half]; then the barrier, as it is."},
    .count = sequential_sum_count,
    .fill = gs_sum_fill,
    .solve = sequential_sum_solve,
    .tolerance = 1e-6,
    .explain = sequential_sum_explain,
    .audit = sequential_sum_audit,
    .say_finding = sequential_sum_finding,
    .budget = sequential_sum_budget,
    .timed = {.n = (size_t)1 << 25},
    .timed_bytes = sequential_sum_bytes,
    .timed_ratio = 1.25,
};
