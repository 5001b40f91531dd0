/* Lesson 5: the data stays on the device. It is C and no data: it asks which copies were needed,
 * and what crossed the bus for nothing. */
#include "crossing.h"
#include "pipelines.h"

#include "exercise_tools.h"

#include "random.h"

enum { PULSES, SAMPLES, GAINS, BASELINE, THRESHOLD, PULSE_N };

static const struct gs_array pulse_parameters[] = {
    {"pulses", GS_OUTPUT, GS_HOME_PAGEABLE, GS_F32},
    {"samples", GS_INPUT, GS_HOME_PAGEABLE, GS_F32},
    {"gains", GS_INPUT, GS_HOME_PAGEABLE, GS_F32},
    {"baseline", GS_NUMBER, GS_HOME_PAGEABLE, GS_F32},
    {"threshold", GS_NUMBER, GS_HOME_PAGEABLE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_PAGEABLE, GS_U64},
    {0},
};

/* Sixteenths, so that float computes each step exactly, and a threshold that none of their products
 * can be: which side of it a value is on is never a matter of rounding. One value is the threshold
 * itself, which is kept. */
static void pulse_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *samples = arrays[SAMPLES], *gains = arrays[GAINS];
    for (size_t i = 0; i < shape->n; i++) {
        samples[i] = (float)(gs_random_bits(seed, SAMPLES, i) % 1024) / 16;
        gains[i] = (float)(gs_random_bits(seed, GAINS, i) % 61 + 3) / 16;
    }
    *(float *)arrays[BASELINE] = (float)(gs_random_bits(seed, BASELINE, 0) % 64 + 160) / 16;
    *(float *)arrays[THRESHOLD] = (float)(gs_random_bits(seed, THRESHOLD, 0) % 64 + 256) / 16 + //
                                  1.0F / 512;
    *(uint64_t *)arrays[PULSE_N] = shape->n;
    if (shape->n > 0) {
        gains[shape->n / 2] = 1;
        samples[shape->n / 2] = *(float *)arrays[BASELINE] + *(float *)arrays[THRESHOLD];
    }
}

struct pulse {
    double sample, gain, baseline, threshold;
};

static struct pulse pulse_at(const void *const *arrays, size_t i)
{
    return (struct pulse){.sample = (double)((const float *)arrays[SAMPLES])[i],
                          .gain = (double)((const float *)arrays[GAINS])[i],
                          .baseline = (double)*(const float *)arrays[BASELINE],
                          .threshold = (double)*(const float *)arrays[THRESHOLD]};
}

static double suppressed(double value, double threshold)
{
    return value < threshold ? 0 : value;
}

static void pulse_solve(const struct gs_shape *shape, const void *const *arrays,
                        struct gs_expected *out)
{
    double *pulses = out->want[PULSES];
    for (size_t i = 0; i < shape->n; i++) {
        struct pulse p = pulse_at(arrays, i);
        pulses[i] = suppressed((p.sample - p.baseline) * p.gain, p.threshold);
    }
}

static size_t pulse_inputs(const struct gs_shape *shape)
{
    return 2 * sizeof(float) * shape->n;
}

static void pulse_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->bytes_in = pulse_inputs(shape) + GS_BYTES_OF_NUMBERS;
    most->bytes_out = sizeof(float) * shape->n;
    most->sectors = 2.1;
    most->global_bytes = 8 * sizeof(float) * shape->n; /* three kernels, and one value more */
}

/* ---- wrong values ---------------------------------------------------------------------------- */

/* Each value is kept where it is to become 0, and the other way round. */
static bool is_turned_round(const struct gs_wrong *wrong)
{
    for (size_t i = 0; i < wrong->count; i++) {
        const struct pulse p = pulse_at(wrong->arrays, i);
        const double value = (p.sample - p.baseline) * p.gain;
        const double turned = value < p.threshold ? value : 0;
        if (!gs_is_about((double)((const float *)wrong->got)[i], turned))
            return false;
    }
    return wrong->count > 1;
}

static bool pulse_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const double got = (double)((const float *)wrong->got)[i];
    const struct pulse p = pulse_at(wrong->arrays, i);
    const double value = (p.sample - p.baseline) * p.gain;
    if (wrong->untouched > 0)
        return gs_explain_not_back(wrong, out);
    if (is_turned_round(wrong))
        return gs_say(out, "wrong-value",
                      "pulses[%zu] is %g. What is under the threshold, %g, is kept here, and all "
                      "else is 0: is the comparison the other way round?",
                      i, got, p.threshold);
    if (got == 0 && value == p.threshold)
        return gs_say(out, "threshold-suppressed",
                      "pulses[%zu] is 0. The value there is the threshold itself, %g, and what is "
                      "at least the threshold is kept: `>=`, or `<` for what becomes 0.",
                      i, p.threshold);
    if (gs_is_about(got, value) && value <= -p.threshold)
        return gs_say(out, "sign-lost",
                      "pulses[%zu] is %g, and is to be 0: a number below 0 is under the threshold, "
                      "%g, however far. Compare the value itself, with its sign.",
                      i, got, p.threshold);
    if (gs_is_about(got, value))
        return gs_say(out, "wrong-value",
                      "pulses[%zu] is %g, which is under the threshold, %g, and is to be 0. Was "
                      "the result of the last step copied back, or that of the step before?",
                      i, got, p.threshold);
    if (gs_is_about(got, suppressed(p.sample - p.baseline, p.threshold) * p.gain))
        return gs_say(out, "wrong-value",
                      "pulses[%zu] is %g: it was held against the threshold before the gain was "
                      "applied. First the baseline, then the gain, then the threshold.",
                      i, got);
    if (gs_is_about(got, suppressed(p.sample * p.gain - p.baseline, p.threshold)))
        return gs_say(out, "wrong-value",
                      "pulses[%zu] is %g: the gain was applied before the baseline was taken away. "
                      "First the baseline, then the gain, then the threshold.",
                      i, got);
    if (gs_is_about(got, suppressed(p.sample - p.baseline * p.gain, p.threshold)))
        return gs_say(out, "wrong-value",
                      "pulses[%zu] is %g: that comes out when the baseline is multiplied by the "
                      "gain, for `*` is done before `-`. Put the difference in brackets.",
                      i, got);
    return false;
}

static bool pulse_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const struct gs_crossing most = {.inputs = "the two inputs",
                                     .bytes_in = pulse_inputs(shape),
                                     .result = "`pulses`",
                                     .bytes_out = sizeof(float) * shape->n};
    return gs_audit_crossing(shape, report, &most, out);
}

const struct gs_exercise gs_exercise_pulse_pipeline = {
    .name = "pulse_pipeline",
    .title = "Keep the data on the device",
    .entry = "pulse_pipeline",
    .parameters = pulse_parameters,
    .shapes = gs_pipeline_shapes,
    .n_name = "n",
    .hints =
        {"Which of the seven copies brings something that is not there already?",
         "The result of a kernel lies on the device, where the next kernel wants it. Only samples "
         "and gains have to come from the host, and only the last step's result has to go back.",
         "Copy samples to `in` and gains to `factors`; then shift(out, in), scale(in, out, "
         "factors), suppress(out, in); and copy `out` to pulses."},
    .count = gs_count_n,
    .fill = pulse_fill,
    .solve = pulse_solve,
    .tolerance = 1e-6,
    .explain = pulse_explain,
    .audit = pulse_audit,
    .say_finding = gs_say_not_brought,
    .budget = pulse_budget,
};
