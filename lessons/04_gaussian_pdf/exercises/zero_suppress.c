/* Lesson 4: the noise of a waveform. */
#include "exercise_tools.h"

#include "random.h"

#include <stdlib.h>

enum { OUT, IN, THRESHOLD, SAMPLES };

static const struct gs_array zero_suppress_parameters[] = {
    {"out", GS_OUTPUT, GS_HOME_DEVICE, GS_I16},
    {"in", GS_INPUT, GS_HOME_DEVICE, GS_I16},
    {"threshold", GS_NUMBER, GS_HOME_DEVICE, GS_I16},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

enum { WAVEFORM_N = 100000, WAVEFORM_THRESHOLD = 15 };

/* The last is a waveform as a detector records it, of which a picture can be made. */
static const struct gs_shape zero_suppress_shapes[] = {
    {.n = 0},          {.n = 1},      {.n = 31},  {.n = 33},
    {.n = 255},        {.n = 256},    {.n = 257}, {.n = (1 << 16) + 11},
    {.n = WAVEFORM_N}, GS_LAST_SHAPE,
};

/* Pulses on noise. */
static int waveform_at(uint64_t seed, size_t i)
{
    return (int)(300 * gs_pulse_at(i, WAVEFORM_N) + 3 * gs_random_normal(seed, IN, i));
}

/* Noise and signal on both sides, and what stands just at a bound. The first is signal. */
static int sample_at(uint64_t seed, size_t i, int threshold)
{
    const int random = gs_random_i32(seed, IN, i), sign = random % 2 == 0 ? 1 : -1;
    switch (i % 8) {
    case 0:
        return threshold + 1 + abs(random % 1000);
    case 3:
        return INT16_MIN;
    case 5:
        return sign * threshold;
    case 6:
        return sign * (threshold - 1);
    default:
        return random % (3 * threshold);
    }
}

static void zero_suppress_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    const bool waveform = shape->n == WAVEFORM_N;
    const int threshold =
        waveform ? WAVEFORM_THRESHOLD : 200 + abs(gs_random_i32(seed, THRESHOLD, 0) % 800);
    for (size_t i = 0; i < shape->n; i++)
        ((int16_t *)arrays[IN])[i] =
            (int16_t)(waveform ? waveform_at(seed, i) : sample_at(seed, i, threshold));
    *(int16_t *)arrays[THRESHOLD] = (int16_t)threshold;
    *(uint64_t *)arrays[SAMPLES] = shape->n;
}

static void zero_suppress_solve(const struct gs_shape *shape, const void *const *arrays,
                                struct gs_expected *out)
{
    const int16_t *in = arrays[IN];
    const int threshold = *(const int16_t *)arrays[THRESHOLD];
    int16_t *want = out->want[OUT];
    for (size_t i = 0; i < shape->n; i++) {
        want[i] = 0;
        if (abs((int)in[i]) >= threshold)
            want[i] = in[i];
    }
}

/* What all wrong elements have in common. */
struct common {
    bool lowest;       /* the sample is -32768 */
    bool at_threshold; /* it is just at the threshold */
    bool negative;
    bool noise;      /* 0 was wanted */
    bool kept_noise; /* of some: 0 was wanted, and the sample itself is there */
};

static struct common common_of(const struct gs_wrong *wrong)
{
    const int16_t *in = wrong->arrays[IN], *want = wrong->want, *got = wrong->got;
    const int threshold = *(const int16_t *)wrong->arrays[THRESHOLD];
    struct common common = {true, true, true, true, false};
    for (size_t i = wrong->first; i <= wrong->last; i++) {
        if (got[i] == want[i])
            continue;
        common.lowest &= in[i] == INT16_MIN;
        common.at_threshold &= abs((int)in[i]) == threshold;
        common.negative &= in[i] < 0;
        common.noise &= want[i] == 0;
        common.kept_noise |= want[i] == 0 && got[i] == in[i];
    }
    return common;
}

static bool say_suppressed(const struct gs_wrong *wrong, struct common common,
                           struct gs_saying *out)
{
    const size_t i = wrong->first;
    const int sample = ((const int16_t *)wrong->arrays[IN])[i];
    const int threshold = *(const int16_t *)wrong->arrays[THRESHOLD];
    if (common.lowest)
        return gs_say(out, "overflow",
                      "out[%zu] is 0, and in[%zu] is -32768, as far from 0 as a sample can be: "
                      "32768 does not fit 16 bits, and -(-32768) is -32768 again.",
                      i, i);
    if (common.at_threshold)
        return gs_say(out, "wrong-value",
                      "out[%zu] is 0, and in[%zu] is %d, just as far from 0 as threshold, %d: "
                      "samples that are at least that far away are kept.",
                      i, i, sample, threshold);
    if (common.negative)
        return gs_say(out, "wrong-value",
                      "out[%zu] is 0, and in[%zu] is %d, further from 0 than threshold, %d: "
                      "negative samples are signal, too.",
                      i, i, sample, threshold);
    if (common.kept_noise)
        return gs_say(out, "wrong-value",
                      "out[%zu] is 0, and in[%zu] is %d, further from 0 than threshold, %d, while "
                      "samples that are nearer are kept: is the comparison the other way round?",
                      i, i, sample, threshold);
    return gs_say(
        out, "wrong-value",
        "out[%zu] is 0, and in[%zu] is %d, further from 0 than threshold, %d: a sample is "
        "noise where it is nearer to 0, on whichever side.",
        i, i, sample, threshold);
}

static bool zero_suppress_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const struct common common = common_of(wrong);
    const int sample = ((const int16_t *)wrong->arrays[IN])[i];
    const int got = ((const int16_t *)wrong->got)[i], want = ((const int16_t *)wrong->want)[i];
    if (wrong->untouched == wrong->wrong && wrong->wrong < wrong->count && common.noise)
        return gs_say(out, "never-written",
                      "out[%zu] was never written, nor any other element that is to be 0: a 0 has "
                      "to be written like any other number, for out holds something else before.",
                      i);
    if (wrong->untouched > 0)
        return false;
    if (got == 0)
        return say_suppressed(wrong, common, out);
    if (got == -sample)
        return gs_say(out, "wrong-value",
                      "out[%zu] is %d, and in[%zu] is %d: the sign was lost. The "
                      "absolute value is only to be compared.",
                      i, got, i, sample);
    if (got == 1)
        return gs_say(out, "wrong-value",
                      "out[%zu] is 1, and %d is right: that says whether it is signal, and the "
                      "sample itself is wanted.",
                      i, want);
    return false;
}

/* Who writes the signal alone, over zeros, has half of a warp at each sector, and needs both. */
static void zero_suppress_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    gs_budget_one_pass(most, 3 * sizeof(int16_t) * shape->n);
    most->sectors = 1.6;
}

static size_t zero_suppress_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(int16_t) * shape->n;
}

const struct gs_exercise gs_exercise_zero_suppress = {
    .name = "zero_suppress",
    .title = "Silence the noise of a waveform",
    .entry = "zero_suppress",
    .parameters = zero_suppress_parameters,
    .shapes = zero_suppress_shapes,
    .n_name = "n",
    .hints = {"Which samples are to be 0 if threshold is 3: -4, -3, -2, 0, 2, 3, 4?",
              "Those whose absolute value is below threshold. But 32768 fits no int16_t: the "
              "absolute value has to be an int.",
              "int sample = in[i]; out[i] = abs(sample) < threshold ? 0 : sample; where i < n."},
    .count = gs_count_n,
    .fill = zero_suppress_fill,
    .solve = zero_suppress_solve,
    .explain = zero_suppress_explain,
    .budget = zero_suppress_budget,
    .curves = {{IN, "before: in"}, {OUT, "after: out"}},
    .timed = {.n = (size_t)1 << 27},
    .timed_bytes = zero_suppress_bytes,
    .timed_ratio = 1.25,
};
