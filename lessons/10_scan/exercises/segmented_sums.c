/* Lesson 10: in each block, sums that begin anew. */
#include "pieces.h"

#include "../../06_tree_reduction/exercises/tree_report.h"
#include "exercise_tools.h"

#include "random.h"

enum { SUMS, X, STARTS, N };

static const struct gs_array parameters[] = {
    {"sums", GS_OUTPUT, GS_HOME_DEVICE, GS_I32},
    {"x", GS_INPUT, GS_HOME_DEVICE, GS_I32},
    {"starts", GS_INPUT, GS_HOME_DEVICE, GS_I32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

/* Segments of 12 elements on average: some within a warp, some across warps. */
static void fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    int32_t *x = arrays[X], *starts = arrays[STARTS];
    for (size_t i = 0; i < shape->n; i++) {
        x[i] = 1 + (int32_t)(gs_random_bits(seed, X, i) % 100);
        starts[i] = gs_random_bits(seed, STARTS, i) % 12 == 0 ? 1 : 0;
    }
    *(uint64_t *)arrays[N] = shape->n;
}

static void solve(const struct gs_shape *shape, const void *const *arrays, struct gs_expected *out)
{
    const int32_t *x = arrays[X], *starts = arrays[STARTS];
    int32_t *sums = out->want[SUMS];
    for (size_t i = 0; i < shape->n; i++)
        sums[i] = x[i] + (i % GS_PIECE > 0 && starts[i] == 0 ? sums[i - 1] : 0);
}

/* ---- wrong sums ------------------------------------------------------------------------------ */

/* Where the segment of element i begins. */
static size_t segment_begin(const int32_t *starts, size_t i)
{
    while (i % GS_PIECE > 0 && starts[i] == 0)
        i--;
    return i;
}

static bool explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const int32_t *x = wrong->arrays[X], *starts = wrong->arrays[STARTS];
    const size_t i = wrong->first, begin = segment_begin(starts, i);
    const int got = ((const int32_t *)wrong->got)[i], want = ((const int32_t *)wrong->want)[i];
    if (wrong->untouched > 0)
        return false;
    if (begin < i && got == want - x[begin])
        return gs_say(out, "start-left-out",
                      "sums[%zu] is %d, and %d is right: its segment begins with x[%zu], and that "
                      "element is missing. A start belongs to the segment that it begins.",
                      i, got, want, begin);
    for (size_t from = begin; from % GS_PIECE > 0;) {
        from--;
        if (got == gs_sum_from(x, from, i))
            return gs_say(out, "start-passed",
                          "sums[%zu] is %d, and %d is right: its segment begins with x[%zu], and "
                          "%zu element%s before it %s in the sum.%s",
                          i, got, want, begin, begin - from, begin - from == 1 ? "" : "s",
                          begin - from == 1 ? "is" : "are",
                          begin == i ? " Where a segment begins, nothing is taken in."
                                     : " After a step an element knows whether a start is in its "
                                       "sum: its own, or one of those that it took in.");
    }
    return false;
}

static bool audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    return gs_audit_threads(shape->n, report, out);
}

static bool say_finding(const struct gs_shape *shape, const json_t *report, const json_t *finding,
                        struct gs_saying *out)
{
    (void)shape, (void)report;
    return gs_say_missing_wait(finding, out);
}

/* ---- all together ---------------------------------------------------------------------------- */

static size_t moved_bytes(const struct gs_shape *shape)
{
    return 3 * sizeof(int32_t) * shape->n;
}

static void budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 1;
    most->global_bytes = moved_bytes(shape);
    most->sectors = 1.05;
    most->wavefronts = 1.05;
    most->tree = true;
}

const struct gs_exercise gs_exercise_segmented_sums = {
    .name = "segmented_sums",
    .title = "Sums that begin anew",
    .entry = "segmented_sums",
    .parameters = parameters,
    .shapes = gs_piece_shapes,
    .n_name = "n",
    .hints =
        {"Elements 3 1 4 1, and a segment begins with the 4. After the step of 1 they are 3 4 4 5. "
         "Which of them may take something in at the step of 2?",
         "Have a second array in shared memory, has_start[t]: 1 where a segment begins, and for t "
         "= "
         "0. In a step, an element with has_start[t] == 0 takes in part[t - step], and its "
         "has_start becomes that of t - step.",
         "const bool takes = t >= step && has_start[t] == 0; read part[t - step] and has_start[t - "
         "step] into variables if takes; __syncthreads(); if (takes) { part[t] += before; "
         "has_start[t] = start_before; } __syncthreads();"},
    .count = gs_count_n,
    .fill = fill,
    .solve = solve,
    .explain = explain,
    .audit = audit,
    .say_finding = say_finding,
    .budget = budget,
    .timed = {.n = (size_t)1 << 25},
    .timed_bytes = moved_bytes,
    .timed_ratio = 1.5,
};
