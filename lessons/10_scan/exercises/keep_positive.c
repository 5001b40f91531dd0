/* Lesson 10: in each block, the elements above 0 one behind the other. It is C and no data: where
 * an element goes depends on all that are kept before it, and a wrong order is told from a wrong
 * place. */
#include "../../06_tree_reduction/exercises/tree_report.h"
#include "exercise_tools.h"

#include "random.h"

enum { OUT, COUNTS, IN, N };

enum { PIECE = 256 }; /* elements, of a block */

static const struct gs_array parameters[] = {
    {"out", GS_UPDATED, GS_HOME_DEVICE, GS_I32},
    {"counts", GS_OUTPUT, GS_HOME_DEVICE, GS_I32},
    {"in", GS_INPUT, GS_HOME_DEVICE, GS_I32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

/* Around a warp and a piece, and several pieces with a remainder. */
static const struct gs_shape shapes[] = {
    {.n = 256},    {.n = 0},   {.n = 1},
    {.n = 31},     {.n = 33},  {.n = 255},
    {.n = 257},    {.n = 600}, {.n = (1 << 12) + 11},
    GS_LAST_SHAPE,
};

static size_t count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == COUNTS ? (shape->n + PIECE - 1) / PIECE : shape->n;
}

/* All elements are different, so that each tells where it is from; about half are above 0. What
 * stands in out is below those of in. */
static void fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    int32_t *out = arrays[OUT], *in = arrays[IN];
    for (size_t i = 0; i < shape->n; i++) {
        const uint64_t drawn = gs_random_bits(seed, IN, i) % 8;
        const int32_t own = (int32_t)(1000 + i);
        in[i] = drawn == 0 ? 0 : drawn % 2 == 0 ? own : -own; /* a 0 is not above 0 */
        out[i] = -1 - (int32_t)(i % PIECE);
    }
    *(uint64_t *)arrays[N] = shape->n;
}

static void solve(const struct gs_shape *shape, const void *const *arrays,
                  struct gs_expected *right)
{
    const int32_t *before = arrays[OUT], *in = arrays[IN];
    int32_t *out = right->want[OUT], *counts = right->want[COUNTS];
    for (size_t i = 0; i < shape->n; i++)
        out[i] = before[i];
    for (size_t b = 0; b < count(shape, COUNTS); b++) {
        size_t begin = b * PIECE, place = begin;
        for (size_t i = begin; i < begin + PIECE && i < shape->n; i++) {
            if (in[i] > 0)
                out[place++] = in[i];
        }
        counts[b] = (int32_t)(place - begin);
    }
}

/* ---- wrong answers --------------------------------------------------------------------------- */

/* Whether what is kept lies where it lay before. */
static bool is_left_in_place(const struct gs_wrong *wrong)
{
    const int32_t *got = wrong->got, *in = wrong->arrays[IN], *before = wrong->arrays[OUT];
    for (size_t i = 0; i < wrong->count; i++) {
        if (got[i] != (in[i] > 0 ? in[i] : before[i]))
            return false;
    }
    return true;
}

/* Whether each piece has the elements that are 0 among those that are kept. */
static bool has_zeros(const struct gs_wrong *wrong)
{
    const int32_t *got = wrong->got, *in = wrong->arrays[IN];
    bool found = false;
    for (size_t i = 0, place = 0; i < wrong->count; i++) {
        if (i % PIECE == 0)
            place = i;
        if (in[i] >= 0 && got[place++] != in[i])
            return false;
        found |= in[i] == 0;
    }
    return found;
}

/* Elements of the piece of element i that are kept, from `begin` on to before `end`. */
static size_t kept_between(const int32_t *in, size_t begin, size_t end)
{
    size_t kept = 0;
    for (size_t i = begin; i < end; i++)
        kept += in[i] > 0;
    return kept;
}

/* Whether each piece has the elements that are kept, but in another order. */
static bool is_in_other_order(const struct gs_wrong *wrong)
{
    const int32_t *got = wrong->got, *want = wrong->want;
    for (size_t begin = 0; begin < wrong->count; begin += PIECE) {
        size_t end = begin + PIECE < wrong->count ? begin + PIECE : wrong->count;
        uint64_t difference = 0, mixed = 0; /* of the sums, and of the sums of squares */
        for (size_t i = begin; i < end; i++) {
            difference += (uint64_t)got[i] - (uint64_t)want[i];
            mixed += (uint64_t)got[i] * (uint64_t)got[i] - (uint64_t)want[i] * (uint64_t)want[i];
        }
        if (difference != 0 || mixed != 0)
            return false;
    }
    return true;
}

static bool explain_out(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first, begin = i - i % PIECE;
    const int32_t *in = wrong->arrays[IN];
    const int got = ((const int32_t *)wrong->got)[i], want = ((const int32_t *)wrong->want)[i];
    const size_t end = begin + PIECE < wrong->count ? begin + PIECE : wrong->count;
    if (is_left_in_place(wrong))
        return gs_say(
            out, "left-in-place",
            "out[%zu] is %d, and %d is right: what is kept lies where it lay in `in`, with "
            "gaps between. It goes to the place that is the number of elements kept before "
            "it in the piece.",
            i, got, want);
    if (has_zeros(wrong))
        return gs_say(
            out, "zeros-kept",
            "out[%zu] is %d, and %d is right: elements that are 0 are kept, too, and only "
            "those above 0 are to be.",
            i, got, want);
    if (i - begin >= kept_between(in, begin, end))
        return gs_say(out, "tail-written",
                      "out[%zu] was changed: its piece keeps %zu elements, and what stands behind "
                      "them stays as it is.",
                      i, kept_between(in, begin, end));
    if (wrong->untouched > 0 && wrong->untouched_first == begin)
        return gs_say(out, "one-too-far",
                      "out[%zu], the first place of a piece, was never written. The first element "
                      "that is kept has none before it: it goes to place 0.",
                      begin);
    if (is_in_other_order(wrong))
        return gs_say(
            out, "order-lost",
            "out[%zu] is %d, and %d is right: all elements are there, but not in their "
            "order. The place of an element is the number of those before it in its piece "
            "that are kept. (Threads come to an atomic function in any order.)",
            i, got, want);
    return false;
}

static bool explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    if (wrong->parameter == OUT)
        return explain_out(wrong, out);
    const int32_t *in = wrong->arrays[IN];
    const size_t begin = i * PIECE;
    const size_t end = begin + PIECE < wrong->shape->n ? begin + PIECE : wrong->shape->n;
    const int got = ((const int32_t *)wrong->got)[i], want = ((const int32_t *)wrong->want)[i];
    return wrong->untouched == 0 && in[end - 1] > 0 && got == want - 1 &&
           gs_say(out, "last-not-counted",
                  "counts[%zu] is %d, and %d is right: the last element, in[%zu], is kept too, and "
                  "what stands before an element does not have the element itself.",
                  i, got, want, end - 1);
}

static bool audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    return gs_audit_threads(shape->n, report, out);
}

static bool say_finding(const struct gs_shape *shape, const json_t *report, const json_t *finding,
                        struct gs_saying *out)
{
    (void)shape, (void)report;
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    if (gs_is_race(finding) && gs_has_text(finding, "array", "out") &&
        first.block[0] == second.block[0])
        return gs_say(out, "race",
                      "T%s and %s both write %s. The place of an element is how many are kept "
                      "before it in its piece of 256: in the lanes before it, and in all warps "
                      "before. Does your place count both?",
                      first.name + 1, second.name, gs_finding_cell(finding).text);
    if (!gs_is_race(finding) || !gs_finding_is(finding, "race-shared"))
        return false;
    return gs_say(out, "missing-barrier",
                  "T%s and %s come to %s, one to read it and one to change it, and nothing says "
                  "which of them is first. Put __syncthreads() between what the one and what the "
                  "other does.",
                  first.name + 1, second.name, gs_finding_cell(finding).text);
}

/* ---- all together ---------------------------------------------------------------------------- */

static size_t moved_bytes(const struct gs_shape *shape)
{
    return sizeof(int32_t) * (shape->n + shape->n / 2);
}

/* What is kept begins anywhere within a sector, and may touch one more. */
static void budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 1;
    most->global_bytes = sizeof(int32_t) * (3 * shape->n + (size_t)2 * PIECE);
    most->sectors = 1.7;
    most->wavefronts = 1.05;
    most->idle_lanes = 0.6;
}

const struct gs_exercise gs_exercise_keep_positive = {
    .name = "keep_positive",
    .title = "Keep some elements, in their order",
    .entry = "keep_positive",
    .parameters = parameters,
    .shapes = shapes,
    .n_name = "n",
    .hints =
        {"Elements 3 -1 4 -1 9: how many are kept before the 9, and to which place does it go?",
         "Within a warp: bits = __ballot_sync(0xffffffff, kept), by all lanes. Those below lane l "
         "are bits & ((1u << l) - 1). Of the warps before, the number of bits is in shared memory.",
         "place = __popc(bits & ((1u << lane) - 1)); if (lane == 0) totals[warp] = __popc(bits); "
         "__syncthreads(); add the totals of the warps before; if (kept) out[256 * blockIdx.x + "
         "place] = in[i]; thread 0 adds up all totals for counts[blockIdx.x]."},
    .count = count,
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
