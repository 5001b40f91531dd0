#include "histograms.h"

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
    uint64_t grown; /* all counts together */
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
                          .want = wrong->want};
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

/* What is missing are the last values, each of them. */
static bool lacks_the_last(const struct histogram *h)
{
    uint32_t *missing = calloc(h->bins, sizeof *missing);
    bool all = missing != NULL && h->grown < h->n;
    for (size_t i = h->grown; all && i < h->n; i++)
        missing[h->values[i]]++;
    for (size_t bin = 0; all && bin < h->bins; bin++)
        all = should_grow(h, bin) - grown(h, bin) == missing[bin];
    free(missing);
    return all;
}

/* From this bin on, a multiple of a warp, there is nothing, and what comes before is right; 0: it
 * is not so. */
static size_t first_bin_left_out(const struct histogram *h, size_t first_wrong)
{
    size_t first = first_wrong / 32 * 32;
    for (size_t bin = first; bin < h->bins; bin++) {
        if (grown(h, bin) != 0)
            return 0;
    }
    return first;
}

static bool explain_too_few(const struct histogram *h, size_t first_wrong, struct gs_saying *out)
{
    size_t left_out = first_bin_left_out(h, first_wrong);
    if (h->grown == 0)
        return gs_say(
            out, "never-written",
            "No value was counted: does a kernel run, and does it add to counts[values[i]]?");
    if (lacks_the_last(h))
        return gs_say(out, "rounded-down",
                      "The last %zu of %zu values were never counted: `n / B` drops the remainder. "
                      "Use `(n + B - 1) / B`.",
                      h->n - (size_t)h->grown, h->n);
    if (left_out > 0)
        return gs_say(out, "bins-left-out",
                      "The counts from %zu on got nothing, and there are %zu bins. Where a block "
                      "has fewer threads than there are bins, each has to go on: `for (int bin = "
                      "threadIdx.x; bin < bins; bin += blockDim.x)`.",
                      left_out, h->bins);
    return gs_say(out, "lost-updates",
                  "%zu of %zu values were not counted: counts[%zu] grew by %u, and should by %u.",
                  h->n - (size_t)h->grown, h->n, first_wrong, grown(h, first_wrong),
                  should_grow(h, first_wrong));
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
    if (h.grown < h.n)
        return explain_too_few(&h, wrong->first, out);
    if (h.grown == h.n)
        return false;
    return gs_say(out, "counted-twice",
                  "The counts grew by %llu in all, and there are %zu values: some were counted "
                  "more than once. Each thread needs a value of its own: `blockIdx.x * blockDim.x "
                  "+ threadIdx.x` is its number in the whole grid.",
                  (unsigned long long)h.grown, h.n);
}
