/* Lesson 1: values counted in each block first. It is C and no data: atomic operations are
 * counted, and a wrong count is held against the threads of the launch. */
#include "histograms.h"

#include "exercise_tools.h"

/* More bins than a block has threads, few bins that many values are for, and one that has all
 * values of a block: 256 are more than a byte holds. */
static const struct gs_shape block_histogram_shapes[] = {
    {.n = 0, .m = 16},  {.n = 1, .m = 1},      {.n = 31, .m = 7},
    {.n = 33, .m = 32}, {.n = 255, .m = 256},  {.n = 256, .m = 16},
    {.n = 256, .m = 1}, {.n = 257, .m = 1000}, {.n = (1 << 16) + 11, .m = 16},
    GS_LAST_SHAPE,
};

/* The block's own counts are too few. */
static bool say_small_array(const struct gs_shape *shape, const json_t *finding,
                            struct gs_saying *out)
{
    size_t elements = (size_t)gs_get_number(finding, "elements");
    size_t index = (size_t)gs_get_number(finding, "index");
    if (!gs_finding_is(finding, "out-of-bounds") || !gs_has_text(finding, "memory", "shared") ||
        elements == 0 || index >= shape->m || gs_get_text(finding, "array")[0] == '\0')
        return false;
    return gs_say(out, "out-of-bounds",
                  "%s has %zu elements, and there are %zu bins, so that %s[%zu] is out of its "
                  "bounds: a block needs a count for each bin, of which there are at most 1024.",
                  gs_get_text(finding, "array"), elements, shape->m, gs_get_text(finding, "array"),
                  index);
}

/* A count that a thread adds up, as counts[t]. That of a value, counts[values[i]], is there. */
static bool say_other_count(const struct gs_shape *shape, const json_t *finding,
                            struct gs_saying *out)
{
    const struct gs_party first = gs_party_of(finding, "first");
    if (!gs_finding_is(finding, "out-of-bounds") || !gs_has_text(finding, "array", "counts") ||
        !gs_has_text(json_object_get(finding, "first"), "by", "thread") ||
        gs_get_number(finding, "index") < (long long)shape->m)
        return false;
    return gs_say(out, "wrong-index",
                  "T%s took counts[%lld], and there %s %zu bin%s, counts[0] to counts[%zu]. Bins "
                  "and threads are not as many: do the threads of a block go over 0 ... bins - 1, "
                  "and no further?",
                  first.name + 1, gs_get_number(finding, "index"), shape->m == 1 ? "is" : "are",
                  shape->m, shape->m == 1 ? "" : "s", shape->m - 1);
}

static bool block_histogram_say_finding(const struct gs_shape *shape, const json_t *report,
                                        const json_t *finding, struct gs_saying *out)
{
    return say_small_array(shape, finding, out) || say_other_count(shape, finding, out) ||
           gs_histogram_say_finding(shape, report, finding, out);
}

enum { MANY_VALUES = 4096 };

/* The header allows an atomic operation on global memory for every fourth value. A thread's, not a
 * warp's: threads are what the student counts. */
static bool block_histogram_audit(const struct gs_shape *shape, const json_t *report,
                                  struct gs_saying *out)
{
    const json_t *accesses = gs_inspected_counts(report, "accesses");
    long long atomics = 0, most = 0;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        long long lanes = gs_get_number(access, "active_lanes");
        if (!gs_has_text(access, "space", "global") || !gs_has_text(access, "kind", "atomic"))
            continue;
        atomics += lanes;
        if (lanes > most) {
            most = lanes;
            out->line = gs_line_of(access);
        }
    }
    if (shape->n < MANY_VALUES || atomics <= (long long)(shape->n / 4))
        return false;
    return gs_say(out, "too-many-atomics",
                  "Your threads make %lld atomic operations on global memory for %zu values, and n "
                  "/ 4 = %zu are allowed: let each block count in shared memory first, and then "
                  "add each of its counts once.",
                  atomics, shape->n, shape->n / 4);
}

/* The values are read once, by neighbours. */
static void block_histogram_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    (void)shape;
    most->sectors = 1.3;
}

static size_t histogram_bytes(const struct gs_shape *shape)
{
    return shape->n * sizeof(int32_t);
}

const struct gs_exercise gs_exercise_block_histogram = {
    .name = "block_histogram",
    .title = "Count in the block first",
    .entry = "block_histogram",
    .parameters = gs_histogram_parameters,
    .shapes = block_histogram_shapes,
    .n_name = "n",
    .m_name = "bins",
    .hints = {"A block of 256 threads and 16 bins: how many additions to global memory would do, "
              "if the threads of the block knew what each of them counted?",
              "__shared__ unsigned mine[1024] belongs to the block. Set it to 0, __syncthreads(), "
              "atomicAdd() to mine[values[i]], __syncthreads(), then bring it to counts. All "
              "threads have to come to both barriers, also those without a value.",
              "for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) goes over all bins with "
              "all threads of the block: mine[bin] = 0 in the first step, atomicAdd(&counts[bin], "
              "mine[bin]) in the last."},
    .count = gs_histogram_count,
    .fill = gs_histogram_fill,
    .solve = gs_histogram_solve,
    .explain = gs_histogram_explain,
    .audit = block_histogram_audit,
    .say_finding = block_histogram_say_finding,
    .budget = block_histogram_budget,
    .timed = {.n = (size_t)1 << 25, .m = 256},
    .timed_bytes = histogram_bytes,
    .timed_ratio = 1.5,
};
