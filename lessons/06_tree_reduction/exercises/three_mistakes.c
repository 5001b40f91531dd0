/* Lesson 6: three mistakes that the inspector finds. */
#include "sums.h"
#include "tree_report.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { LARGEST_BLOCK = 256 };

static const struct gs_array three_parameters[] = {
    {"largest", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"x", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

static size_t blocks_of(size_t n)
{
    return (n + LARGEST_BLOCK - 1) / LARGEST_BLOCK;
}

static size_t three_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == GS_SUM ? blocks_of(shape->n) : shape->n;
}

/* All negative, so that a 0 that is no element is the largest. Those of a last block that is not
 * full are so far below 0 that only -INFINITY and the smallest float are below them, and that an
 * element of another block is larger. */
static void three_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *x = arrays[GS_SUM_X];
    const size_t full = shape->n / LARGEST_BLOCK * LARGEST_BLOCK;
    for (size_t i = 0; i < shape->n; i++) {
        x[i] = gs_random_f32(seed, GS_SUM_X, i) - 2;
        if (full > 0 && i >= full)
            x[i] *= 1e38F;
    }
    *(uint64_t *)arrays[GS_SUM_N] = shape->n;
}

static void three_solve(const struct gs_shape *shape, const void *const *arrays,
                        struct gs_expected *out)
{
    const float *x = arrays[GS_SUM_X];
    double *largest = out->want[GS_SUM];
    for (size_t b = 0; b < blocks_of(shape->n); b++)
        largest[b] = -INFINITY;
    for (size_t i = 0; i < shape->n; i++)
        largest[i / LARGEST_BLOCK] = fmax(largest[i / LARGEST_BLOCK], (double)x[i]);
}

/* The last block, which is not full, was not launched. */
static bool say_last_block(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t left = wrong->shape->n % LARGEST_BLOCK;
    int line = 0;
    if (left == 0 || wrong->untouched != 1 || wrong->wrong != 1 ||
        wrong->last != wrong->count - 1 ||
        gs_inspected_threads(wrong->report, &line) != (wrong->count - 1) * LARGEST_BLOCK)
        return false;
    out->line = line;
    return gs_say(out, "rounded-down",
                  "The last %zu elements of x have no block, and largest[%zu] was never written: "
                  "does a division of n drop the remainder?",
                  left, wrong->last);
}

static float smallest_of(const struct gs_wrong *wrong, size_t b)
{
    const float *x = wrong->arrays[GS_SUM_X];
    float smallest = INFINITY;
    for (size_t i = b * LARGEST_BLOCK; i < wrong->shape->n && i < (b + 1) * LARGEST_BLOCK; i++)
        smallest = fminf(smallest, x[i]);
    return smallest;
}

static bool three_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t b = wrong->first;
    const float got = ((const float *)wrong->got)[b],
                want = (float)((const double *)wrong->want)[b];
    if (wrong->untouched > 0)
        return wrong->count > 1 && say_last_block(wrong, out);
    if (got == 0)
        return gs_say(out, "no-identity",
                      "largest[%zu] is 0, and no element is that large: all of them are negative. "
                      "A thread without an element has to hold what is larger than no number, "
                      "-INFINITY.",
                      b);
    if (got > want && b < wrong->shape->n / LARGEST_BLOCK)
        return gs_say(
            out, "wrong-value",
            "largest[%zu] is %g, and no element of that block is that large: the largest "
            "is %g. Each of its threads has an element. Is a value changed on its way, as "
            "by fabsf(), or is it another block's?",
            b, (double)got, (double)want);
    if (got > want)
        return gs_say(out, "no-identity",
                      "largest[%zu] is %g, and no element of that block is that large: the largest "
                      "is %g. What does a thread without an element hold? It has to be larger than "
                      "no number, as -INFINITY is.",
                      b, (double)got, (double)want);
    if (isinf(got))
        return gs_say(out, "element-missing",
                      "largest[%zu] is %g, what a thread without an element holds, and that block "
                      "has elements, %g the largest: does the test send a thread away that has "
                      "one?",
                      b, (double)got, (double)want);
    if (got == smallest_of(wrong, b) && want != got)
        return gs_say(out, "wrong-value",
                      "largest[%zu] is %g, the smallest element of that block, and %g is the "
                      "largest: which of two values is to stay?",
                      b, (double)got, (double)want);
    return got < want && gs_say(out, "element-missing",
                                "largest[%zu] is %g, and there is an element of that block that is "
                                "larger, %g: does each level of the tree reach all cells?",
                                b, (double)got, (double)want);
}

/* A cell that its thread did not fill, for it has no element. */
static bool three_finding(const struct gs_shape *shape, const json_t *report, const json_t *finding,
                          struct gs_saying *out)
{
    const struct gs_cell cell = gs_finding_cell(finding);
    (void)shape;
    (void)report;
    if (gs_say_result_index(finding, "largest", out))
        return true;
    return gs_finding_is(finding, "uninitialised") && gs_has_text(finding, "memory", "shared") &&
           gs_say(out, "unfilled-cell",
                  "The tree reads %s, a cell of shared memory that no thread has filled: its "
                  "thread is past the end. What can it store that is never the largest?",
                  cell.text);
}

static bool three_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    return gs_audit_threads(shape->n, report, out);
}

static void three_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 2;
    most->global_bytes = sizeof(float) * (shape->n + 2 * blocks_of(shape->n));
    most->sectors = 1.02;
    most->tree = true;
}

const struct gs_exercise gs_exercise_three_mistakes = {
    .name = "three_mistakes",
    .title = "Find three mistakes",
    .entry = "three_mistakes",
    .parameters = three_parameters,
    .shapes = gs_sum_shapes,
    .n_name = "n",
    .hints =
        {"A check names one mistake at a time: mend it, and check again. `./gridstride inspect "
         "three.cu` shows all that the inspector finds; three.cu is in the text of lesson 6. "
         "Ask of each cell of part: who writes it, who reads it, and what lies between?",
         "Behind the wrong test two mistakes are left. In a level of the tree thread 0 reads "
         "part[64], which thread 64 wrote in the level before: what makes thread 0 wait? And "
         "the last block has threads without an element, whose cells the tree reads: which "
         "value there changes no result?",
         "part[t] = i < n ? x[i] : -INFINITY; and __syncthreads() at the end of each turn of "
         "the loop, outside of the if."},
    .count = three_count,
    .fill = three_fill,
    .solve = three_solve,
    .explain = three_explain,
    .audit = three_audit,
    .budget = three_budget,
    .say_finding = three_finding,
};
