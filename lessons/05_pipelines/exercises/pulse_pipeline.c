/* Lesson 5: the data stays on the device. */
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

/* The numbers may come by a copy as well, as to constant memory. */
enum { BYTES_OF_NUMBERS = 64 };

static size_t pulse_inputs(const struct gs_shape *shape)
{
    return 2 * sizeof(float) * shape->n;
}

static void pulse_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->bytes_in = pulse_inputs(shape) + BYTES_OF_NUMBERS;
    most->bytes_out = sizeof(float) * shape->n;
}

/* ---- wrong values ---------------------------------------------------------------------------- */

/* Fewer bytes were copied back than the array has: as many as it has elements. */
static bool pulse_explain_untouched(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t n = wrong->count, first = wrong->untouched_first;
    if (wrong->untouched == n)
        return gs_say(out, "not-copied-back", "No element of pulses was written. %s",
                      gs_report_total(wrong->report, "copies_out") > 0
                          ? "What was copied to the host went elsewhere, or was junk."
                          : "What kernels write is still on the device: nothing was copied from "
                            "there.");
    /* Of the element where the copy ended, some bytes may have come. */
    return first == (n + 3) / 4 && wrong->untouched == n - first &&
           wrong->wrong <= wrong->untouched + 1 &&
           gs_say(out, "too-few-bytes",
                  "From pulses[%zu] on nothing was copied back, so only a quarter was, %zu bytes: "
                  "cudaMemcpy() counts bytes, n * sizeof(float), and not elements.",
                  first, n);
}

static bool pulse_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const double got = (double)((const float *)wrong->got)[i];
    const struct pulse p = pulse_at(wrong->arrays, i);
    const double value = (p.sample - p.baseline) * p.gain;
    if (wrong->untouched > 0)
        return pulse_explain_untouched(wrong, out);
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
    return false;
}

/* Whether a kernel was launched before the copy of that line. */
static bool is_launched_before(const json_t *report, int line)
{
    const json_t *operations = gs_report_operations(report);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_is_launch(operation) || gs_line_of(operation) == line)
            return gs_is_launch(operation);
    }
    return false;
}

static bool brings_too_few_bytes(const struct gs_shape *shape, const json_t *report)
{
    const json_t *operations = gs_report_operations(report);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_is_copy_to(operation, "device") &&
            (size_t)gs_get_number(operation, "bytes") < sizeof(float) * shape->n)
            return true;
    }
    return false;
}

/* A value that a kernel or a copy needs, and that nothing brought. */
static bool pulse_say_finding(const struct gs_shape *shape, const json_t *report,
                              const json_t *finding, struct gs_saying *out)
{
    const long long index = gs_get_number(finding, "index");
    const char *array = json_string_value(json_object_get(finding, "array"));
    if (!gs_finding_is(finding, "uninitialised") || array == NULL)
        return false;
    if (gs_has_text(json_object_get(finding, "first"), "by", "host"))
        return gs_say(out, "uninitialised",
                      "This copies from %s, where nothing was written yet. %s", array,
                      is_launched_before(report, gs_line_of(finding))
                          ? "Which kernel is to write it, and is it launched before?"
                          : "cudaMemcpy() takes the destination first, then the source.");
    return gs_say(
        out, "uninitialised",
        "%s[%lld] is read before anything was written there. Does an earlier step write "
        "all of %s, or a cudaMemcpy() bring it?%s",
        array, index, array,
        brings_too_few_bytes(shape, report)
            ? " A copy to the device has fewer bytes than the array: it counts bytes, not "
              "elements."
            : "");
}

/* ---- copies that are not needed -------------------------------------------------------------- */

/* Of the copies that a line makes: most that brought what was there already. */
static const json_t *most_redundant(const json_t *report)
{
    const json_t *copies = gs_report_counts(report, "copies");
    const json_t *most = NULL;
    for (size_t i = 0; i < json_array_size(copies); i++) {
        const json_t *copy = json_array_get(copies, i);
        if (gs_get_number(copy, "redundant") > 0 && gs_has_text(copy, "direction", "to-device") &&
            (most == NULL || gs_get_number(copy, "redundant") > gs_get_number(most, "redundant")))
            most = copy;
    }
    return most;
}

/* The first copy in that direction; after: behind that operation. */
static const json_t *first_copy(const json_t *operations, const char *side, const json_t *after)
{
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (after == NULL && gs_is_copy_to(operation, side))
            return operation;
        if (operation == after)
            after = NULL;
    }
    return NULL;
}

static bool say_round_trip(const struct gs_shape *shape, const json_t *report,
                           const struct gs_budget *most, struct gs_saying *out)
{
    const json_t *operations = gs_report_operations(report);
    const json_t *back = first_copy(operations, "host", NULL);
    const json_t *again = first_copy(operations, "device", back);
    const long long bytes =
        gs_report_total(report, "bytes_in") + gs_report_total(report, "bytes_out");
    out->line = gs_line_of(back);
    if (back == again || again == NULL)
        return gs_say(
            out, "round-trip",
            "%lld bytes come back to the host, in %lld copies, and the pulses have %zu. The values "
            "between the steps are needed on the device alone: leave them there.",
            gs_report_total(report, "bytes_out"), gs_report_total(report, "copies_out"),
            most->bytes_out);
    return gs_say(out, "round-trip",
                  "This brings the result of a step to the host, and `cudaMemcpy` in line %d takes "
                  "it to the device again. It was there already. In all %lld bytes cross the bus, "
                  "in %lld copies, where %zu are enough.",
                  gs_line_of(again), bytes,
                  gs_report_total(report, "copies_in") + gs_report_total(report, "copies_out"),
                  pulse_inputs(shape) + most->bytes_out);
}

/* The copy that brings to the device what lies where the result will be; NULL: there is none. */
static const json_t *copy_to_result(const json_t *report)
{
    const json_t *operations = gs_report_operations(report);
    const json_t *back = first_copy(operations, "host", NULL);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_is_copy_to(operation, "device") &&
            json_equal(json_object_get(operation, "at"), json_object_get(back, "at")))
            return operation;
    }
    return NULL;
}

static bool pulse_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    struct gs_budget most = {0};
    if (shape->n == 0)
        return false;
    if (gs_report_total(report, "launches") == 0)
        return gs_say_no_kernel(out);
    pulse_budget(shape, &most);
    if (gs_report_total(report, "bytes_out") > (long long)most.bytes_out)
        return say_round_trip(shape, report, &most, out);
    if (gs_report_total(report, "bytes_in") <= (long long)most.bytes_in)
        return false;
    const json_t *redundant = most_redundant(report);
    if (redundant != NULL) {
        out->line = gs_line_of(redundant);
        return gs_say(
            out, "copies-in-loop",
            "What this copy brings was on the device already. %lld bytes go there, and the "
            "inputs have %zu.",
            gs_report_total(report, "bytes_in"), pulse_inputs(shape));
    }
    out->line = gs_line_of(copy_to_result(report));
    return gs_say(
        out, "needless-copy",
        "%lld bytes go to the device, and the two inputs have %zu. An array that a kernel only "
        "writes need not be brought there: nobody wants the junk that it holds.",
        gs_report_total(report, "bytes_in"), pulse_inputs(shape));
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
    .say_finding = pulse_say_finding,
    .budget = pulse_budget,
};
