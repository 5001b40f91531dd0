#include "histograms.h"

#include "updates.h"

#include "exercise_tools.h"

#include "random.h"

#include <stdlib.h>
#include <string.h>

enum { COUNTS, VALUES, VALUES_N, BINS };

const struct gs_array gs_histogram_parameters[] = {
    {"counts", GS_UPDATED, GS_HOME_DEVICE, GS_U32},
    {"values", GS_INPUT, GS_HOME_DEVICE, GS_I32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"bins", GS_NUMBER, GS_HOME_DEVICE, GS_I32},
    {0},
};

size_t gs_histogram_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == COUNTS ? shape->m : shape->n;
}

/* High values are more frequent than low ones, as no two bins of real data are alike. */
void gs_histogram_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    uint32_t *counts = arrays[COUNTS];
    int32_t *values = arrays[VALUES];
    for (size_t bin = 0; bin < shape->m; bin++)
        counts[bin] = (uint32_t)(1 + gs_random_bits(seed, COUNTS, bin) % 1000);
    for (size_t i = 0; i < shape->n; i++) {
        double u = (double)(gs_random_bits(seed, VALUES, i) >> 11) * 0x1p-53;
        values[i] = (int32_t)(shape->m - 1 - (size_t)(u * u * (double)shape->m));
    }
    *(uint64_t *)arrays[VALUES_N] = shape->n;
    *(int32_t *)arrays[BINS] = (int32_t)shape->m;
}

void gs_histogram_solve(const struct gs_shape *shape, const void *const *arrays,
                        struct gs_expected *out)
{
    uint32_t *want = out->want[COUNTS];
    const int32_t *values = arrays[VALUES];
    memcpy(want, arrays[COUNTS], shape->m * sizeof *want);
    for (size_t i = 0; i < shape->n; i++)
        want[values[i]]++;
}

/* ---- wrong histograms ------------------------------------------------------------------------ */

struct histogram {
    size_t n, bins;
    const int32_t *values;
    const uint32_t *before, *got, *want;
    uint64_t grown;        /* all counts together */
    size_t threads, block; /* of the launch, and of a block of it; 0: not known */
};

static uint32_t grown(const struct histogram *h, size_t bin)
{
    return h->got[bin] - h->before[bin];
}

static uint32_t should_grow(const struct histogram *h, size_t bin)
{
    return h->want[bin] - h->before[bin];
}

static struct histogram histogram_of(const struct gs_wrong *wrong)
{
    struct histogram h = {.n = wrong->shape->n,
                          .bins = wrong->shape->m,
                          .values = wrong->arrays[VALUES],
                          .before = wrong->arrays[COUNTS],
                          .got = wrong->got,
                          .want = wrong->want,
                          .threads = gs_inspected_threads(wrong->report, NULL),
                          .block = gs_block_threads(gs_inspected_largest_launch(wrong->report))};
    for (size_t bin = 0; bin < h.bins; bin++)
        h.grown += grown(&h, bin);
    return h;
}

static bool started_from_zero(const struct histogram *h)
{
    bool all = true;
    for (size_t bin = 0; bin < h->bins; bin++)
        all = all && h->got[bin] == should_grow(h, bin);
    return all;
}

static bool added_values(const struct histogram *h)
{
    bool all = h->grown > 0;
    for (size_t bin = 0; bin < h->bins; bin++)
        all = all && grown(h, bin) == should_grow(h, bin) * (uint32_t)bin;
    return all;
}

/* What is missing are the last values, each of them, for which the launch has no threads. */
static bool lacks_the_last(const struct histogram *h)
{
    uint32_t *missing = calloc(h->bins, sizeof *missing);
    bool all = missing != NULL && h->grown < h->n && h->grown == h->threads;
    for (size_t i = h->grown; all && i < h->n; i++)
        missing[h->values[i]]++;
    for (size_t bin = 0; all && bin < h->bins; bin++)
        all = should_grow(h, bin) - grown(h, bin) == missing[bin];
    free(missing);
    return all;
}

/* From this bin on, the number of a block's threads, there is nothing, and what comes before is
 * right; 0: it is not so. */
static size_t first_bin_left_out(const struct histogram *h, size_t first_wrong)
{
    if (h->block == 0 || first_wrong < h->block)
        return 0;
    for (size_t bin = h->block; bin < h->bins; bin++) {
        if (grown(h, bin) != 0)
            return 0;
    }
    return h->block;
}

/* Each count grew so many times as much as it should; 0: they did not. */
static uint32_t times_too_often(const struct histogram *h)
{
    uint32_t times = 0;
    for (size_t bin = 0; bin < h->bins; bin++) {
        const uint32_t want = should_grow(h, bin), got = grown(h, bin);
        if (want == 0 ? got != 0 : got % want != 0 || (times != 0 && got / want != times))
            return 0;
        times = want != 0 ? got / want : times;
    }
    return times;
}

/* Each count grew by the same number, that of the blocks; 0: they did not. */
static uint32_t once_a_block(const struct histogram *h)
{
    const size_t blocks = h->block > 0 ? h->threads / h->block : 0;
    for (size_t bin = 0; bin < h->bins; bin++) {
        if (grown(h, bin) != blocks)
            return 0;
    }
    return h->bins > 1 ? (uint32_t)blocks : 0;
}

/* Each block counted the values from the first one on, as if it were the only one. */
static bool begins_at_0_in_each_block(const struct histogram *h)
{
    uint32_t *counted = calloc(h->bins, sizeof *counted);
    const size_t blocks = h->block > 0 ? h->threads / h->block : 0;
    bool all = counted != NULL && blocks > 1;
    for (size_t i = 0; all && i < h->block && i < h->n; i++)
        counted[h->values[i]] += (uint32_t)blocks;
    for (size_t bin = 0; all && bin < h->bins; bin++)
        all = grown(h, bin) == counted[bin];
    free(counted);
    return all;
}

/* Each block counted the first values again, and no more of them than it has of its own. */
static bool is_value_of_block(const struct histogram *h)
{
    uint32_t *counted = calloc(h->bins, sizeof *counted);
    bool all = counted != NULL && h->block > 0 && h->n > h->block;
    for (size_t i = 0; all && i < h->n; i++)
        counted[h->values[i % h->block]]++;
    for (size_t bin = 0; all && bin < h->bins; bin++)
        all = grown(h, bin) == counted[bin];
    free(counted);
    return all;
}

/* Each count grew by the low 8 bits of what it should. */
static bool is_in_a_byte(const struct histogram *h)
{
    for (size_t bin = 0; bin < h->bins; bin++) {
        if (grown(h, bin) != (should_grow(h, bin) & UINT8_MAX))
            return false;
    }
    return true;
}

static bool explain_too_few(const struct histogram *h, size_t first_wrong, struct gs_saying *out)
{
    if (h->bins == 1 && h->n == h->block && is_in_a_byte(h))
        return gs_say(
            out, "narrow-type",
            "counts[%zu] grew by %u, and should have grown by %u: all values of the block "
            "are the same here. Is there a count of 8 bits, as in an unsigned char? It "
            "ends at 255. Or was nothing counted at all?",
            first_wrong, grown(h, first_wrong), should_grow(h, first_wrong));
    size_t left_out = first_bin_left_out(h, first_wrong);
    if (h->grown == 0)
        return gs_say(
            out, "never-written",
            "No value was counted: does a kernel run, and does it add to any of the counts?");
    if (lacks_the_last(h))
        return gs_say(
            out, "rounded-down",
            "The launch has %zu threads, and there are %zu values: the last %zu %s never "
            "counted.%s",
            h->threads, h->n, h->n - h->threads, h->n - h->threads == 1 ? "was" : "were",
            h->threads == h->n / h->block * h->block ? " Does a division drop the remainder?" : "");
    if (left_out > 0)
        return gs_say(out, "bins-left-out",
                      "The counts from %zu on got nothing, and there are %zu bins. Where a block "
                      "has fewer threads than there are bins, each thread has to do several.",
                      left_out, h->bins);
    return gs_say(
        out, "lost-updates",
        "%zu of %zu values %s not counted: counts[%zu] grew by %u, and should have grown by "
        "%u.",
        h->n - (size_t)h->grown, h->n, h->n - h->grown == 1 ? "was" : "were", first_wrong,
        grown(h, first_wrong), should_grow(h, first_wrong));
}

static bool explain_too_many(const struct histogram *h, struct gs_saying *out)
{
    const uint32_t times = times_too_often(h);
    if (times > 1 && (times == h->threads || times == h->block))
        return gs_say(out, "counted-twice",
                      "Each value was counted %u times, and %s has %u threads: do all of them do "
                      "what one is to do?",
                      times, times == h->threads ? "the launch" : "a block", times);
    if (times > 1)
        return gs_say(out, "counted-twice", "Each value was counted %u times.", times);
    if (begins_at_0_in_each_block(h))
        return gs_say(out, "counted-twice",
                      "Each block counted the first %zu values, as if it were the only one: the "
                      "blocks before it are not in the index.",
                      h->block);
    return gs_say(out, "counted-twice",
                  "The counts grew by %llu in all, and there %s %zu value%s: some were counted "
                  "more than once. Does each thread have a value of its own, and add 1 for it?",
                  (unsigned long long)h->grown, h->n == 1 ? "is" : "are", h->n,
                  h->n == 1 ? "" : "s");
}

bool gs_histogram_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    struct histogram h = histogram_of(wrong);
    if (started_from_zero(&h))
        return gs_say(out, "earlier-counts",
                      "counts holds the counts of earlier data, here %u in counts[%zu], and they "
                      "are gone. Add to what is there.",
                      h.before[wrong->first], wrong->first);
    if (added_values(&h))
        return gs_say(
            out, "value-added",
            "The counts grew by the values themselves: a value of %zu counts once, so add 1.",
            wrong->first);
    if (once_a_block(&h) > 0)
        return gs_say(out, "wrong-count",
                      "Each count grew by %u, which is the number of blocks, whatever the values "
                      "are. Where a block brings its own counts to `counts`, it has to add what it "
                      "has counted, and not 1.",
                      once_a_block(&h));
    if (h.grown < h.n)
        return explain_too_few(&h, wrong->first, out);
    if (h.grown == h.n && is_value_of_block(&h))
        return gs_say(out, "wrong-count",
                      "Each block counted the values from values[0] on, and none of its own: the "
                      "blocks before it are not in the index of values.");
    if (h.grown == h.n)
        return gs_say(out, "wrong-count",
                      "As many values were counted as there are, %zu, and not in the right places: "
                      "counts[%zu] grew by %u, and should have grown by %u. A value's count is "
                      "counts[values[i]].",
                      h.n, wrong->first, grown(&h, wrong->first), should_grow(&h, wrong->first));
    return explain_too_many(&h, out);
}

/* ---- counts that do not exist ---------------------------------------------------------------- */

bool gs_histogram_say_finding(const struct gs_shape *shape, const json_t *report,
                              const json_t *finding, struct gs_saying *out)
{
    if (!gs_finding_is(finding, "out-of-bounds") || !gs_has_text(finding, "array", "counts") ||
        gs_get_number(finding, "index") < 0 ||
        gs_has_text(json_object_get(finding, "first"), "by", "host"))
        return gs_update_say_finding(shape, report, finding, out);
    return gs_say(out, "wrong-index",
                  "T%s took counts[%lld], and there %s %zu bin%s, counts[0] to counts[%zu]. Each "
                  "value is one of 0 ... bins - 1, so counts[values[i]] is always there: what "
                  "stands between the brackets in line %d?",
                  gs_party_of(finding, "first").name + 1, gs_get_number(finding, "index"),
                  shape->m == 1 ? "is" : "are", shape->m, shape->m == 1 ? "" : "s", shape->m - 1,
                  out->line);
}
