/* Lesson 10: in each block, the sum of what stands before an element. */
#include "pieces.h"

#include "../../06_tree_reduction/exercises/tree_report.h"
#include "exercise_tools.h"

#include "random.h"

enum { SUMS, X, N };

static const struct gs_array parameters[] = {
    {"sums", GS_OUTPUT, GS_HOME_DEVICE, GS_I32},
    {"x", GS_INPUT, GS_HOME_DEVICE, GS_I32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

/* All sums of a piece are different: no element is 0. */
static void fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    int32_t *x = arrays[X];
    for (size_t i = 0; i < shape->n; i++)
        x[i] = 1 + (int32_t)(gs_random_bits(seed, X, i) % 100);
    *(uint64_t *)arrays[N] = shape->n;
}

static void solve(const struct gs_shape *shape, const void *const *arrays, struct gs_expected *out)
{
    const int32_t *x = arrays[X];
    int32_t *sums = out->want[SUMS];
    for (size_t i = 0; i < shape->n; i++)
        sums[i] = i % GS_PIECE > 0 ? sums[i - 1] + x[i - 1] : 0;
}

/* ---- wrong sums ------------------------------------------------------------------------------ */

/* What a wrong answer may hold in place of the sum before element i. */
typedef int32_t mistaken_fn(const int32_t *x, size_t i);

static int32_t with_own(const int32_t *x, size_t i)
{
    return gs_sum_from(x, gs_piece_begin(i), i);
}

static int32_t of_warp(const int32_t *x, size_t i)
{
    return gs_sum_from(x, gs_warp_begin(i), i) - x[i];
}

static int32_t of_warp_with_own(const int32_t *x, size_t i)
{
    return gs_sum_from(x, gs_warp_begin(i), i);
}

/* The warps before by their first elements alone. */
static int32_t of_first_lanes(const int32_t *x, size_t i)
{
    int32_t sum = of_warp(x, i);
    for (size_t first = gs_piece_begin(i); first < gs_warp_begin(i); first += GS_LANES)
        sum += x[first];
    return sum;
}

/* Whether all elements are so: of a single one it may be by chance. */
static bool all_are(const struct gs_wrong *wrong, mistaken_fn *mistaken)
{
    const int32_t *got = wrong->got;
    for (size_t i = 0; i < wrong->count; i++) {
        if (got[i] != mistaken(wrong->arrays[X], i))
            return false;
    }
    return true;
}

static bool explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const int got = ((const int32_t *)wrong->got)[i], want = ((const int32_t *)wrong->want)[i];
    if (wrong->untouched > 0)
        return false;
    if (all_are(wrong, with_own))
        return gs_say(
            out, "inclusive",
            "sums[%zu] is %d, and %d is right: its own element, x[%zu], is in it. The sum "
            "ends before that element.",
            i, got, want, i);
    if (all_are(wrong, of_warp) || all_are(wrong, of_warp_with_own))
        return gs_say(out, "not-across-warps",
                      "sums[%zu] is %d, and %d is right: it begins with x[%zu], the first element "
                      "of its warp. The sums of the warps before are missing.",
                      i, got, want, gs_warp_begin(i));
    if (all_are(wrong, of_first_lanes))
        return gs_say(out, "wrong-lane",
                      "sums[%zu] is %d, and %d is right: of each warp before, it has the first "
                      "element alone. The sum of a warp is in its last lane, lane 31.",
                      i, got, want);
    if (i == 0 && got == (GS_LANES - 1) * ((const int32_t *)wrong->arrays[X])[0])
        return gs_say(
            out, "own-lane-added",
            "sums[0] is %d, and 0 is right: lane 0 has added its own value in each of five "
            "steps. Where there is no lane `step` before, __shfl_up_sync() gives a lane "
            "its own value: add it only if lane >= step.",
            got);
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
    return 2 * sizeof(int32_t) * shape->n;
}

static void budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 1;
    most->global_bytes = moved_bytes(shape);
    most->sectors = 1.05;
    most->wavefronts = 1.05;
    most->tree = true;
}

const struct gs_exercise gs_exercise_exclusive_sums = {
    .name = "exclusive_sums",
    .title = "What stands before each element",
    .entry = "exclusive_sums",
    .parameters = parameters,
    .shapes = gs_piece_shapes,
    .n_name = "n",
    .hints =
        {"A lane has its own element. After a step of 1 it has two, after a step of 2 four. How "
         "many steps are there for 32 lanes? And what must be taken off in the end?",
         "Within the warp: up = own; for the steps 1, 2, 4, 8, 16 take __shfl_up_sync(0xffffffff, "
         "up, step), and add it if lane >= step. Lane 31 has the sum of the warp: it goes to "
         "shared memory.",
         "before = up - own; if (lane == 31) totals[warp] = up; __syncthreads(); for (unsigned w = "
         "0; w < warp; w++) before += totals[w];"},
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
