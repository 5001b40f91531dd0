/* Lesson 5's exercises: what each function is tried with, and what is right. */
#include "grade/exercise.h"

#include "random.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- what they share ------------------------------------------------------------------------- */

/* Around a warp, around a block of 256, and many blocks with a remainder. One element comes later
 * than 31, of which more can be told. */
static const struct gs_shape shapes[] = {
    {.n = 0},      {.n = 31},  {.n = 1},   {.n = 33},
    {.n = 255},    {.n = 256}, {.n = 257}, {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

static size_t n_elements(const struct gs_shape *shape, unsigned parameter)
{
    (void)parameter;
    return shape->n;
}

__attribute__((format(printf, 3, 4))) static bool say(struct gs_saying *out, const char *kind,
                                                      const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    snprintf(out->kind, sizeof out->kind, "%s", kind);
    vsnprintf(out->sentence, sizeof out->sentence, format, arguments);
    va_end(arguments);
    return true;
}

static bool has(const json_t *object, const char *name, const char *text)
{
    const char *value = json_string_value(json_object_get(object, name));
    return value != NULL && strcmp(value, text) == 0;
}

static long long number_of(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

static int line_of(const json_t *object)
{
    return (int)number_of(object, "line");
}

static long long total(const json_t *report, const char *name)
{
    return number_of(json_object_get(report, "totals"), name);
}

static bool is_launch(const json_t *operation)
{
    return has(operation, "do", "launch") && json_is_true(json_object_get(operation, "ok"));
}

static bool is_copy_to(const json_t *operation, const char *side)
{
    return has(operation, "do", "copy") && has(operation, "to", side);
}

static bool is_about(double got, double formula)
{
    return fabs(got - formula) <= 2e-6 * (fabs(formula) + 0.5);
}

static bool say_no_kernel(struct gs_saying *out)
{
    return say(out, "no-kernel",
               "The result is right, but you launched no kernel: the host computed it. Let the "
               "device do that.");
}

/* ---- pulse_pipeline -------------------------------------------------------------------------- */

enum { PULSES, SAMPLES, GAINS, BASELINE, THRESHOLD, PULSE_N };

static const struct gs_parameter pulse_parameters[] = {
    {"pulses", GS_ARG_OUTPUT, GS_PAGEABLE, GS_ELEMENT_F32},
    {"samples", GS_ARG_INPUT, GS_PAGEABLE, GS_ELEMENT_F32},
    {"gains", GS_ARG_INPUT, GS_PAGEABLE, GS_ELEMENT_F32},
    {"baseline", GS_ARG_NUMBER, GS_PAGEABLE, GS_ELEMENT_F32},
    {"threshold", GS_ARG_NUMBER, GS_PAGEABLE, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_PAGEABLE, GS_ELEMENT_U64},
    {0},
};

/* Sixteenths, so that float computes each step exactly, and a threshold that none of their products
 * can be: which side of it a value is on is never a matter of rounding. */
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

static void pulse_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->bytes_in = 2 * sizeof(float) * shape->n;
    most->bytes_out = sizeof(float) * shape->n;
}

/* Fewer bytes were copied back than the array has: as many as it has elements. */
static bool pulse_explain_untouched(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t n = wrong->count, first = wrong->untouched_first;
    if (wrong->untouched == n)
        return say(out, "not-copied-back",
                   "No element of pulses was written. What kernels write is still on the device: "
                   "copy it to pulses with cudaMemcpy(), after the last step.");
    /* Of the element where the copy ended, some bytes may have come. */
    return first == (n + 3) / 4 && wrong->untouched == n - first &&
           wrong->wrong <= wrong->untouched + 1 &&
           say(out, "too-few-bytes",
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
    if (is_about(got, value))
        return say(out, "wrong-value",
                   "pulses[%zu] is %g, which is under the threshold, %g, and is to be 0. Was the "
                   "result of the last step copied back, or that of the step before?",
                   i, got, p.threshold);
    if (is_about(got, suppressed(p.sample - p.baseline, p.threshold) * p.gain))
        return say(out, "wrong-value",
                   "pulses[%zu] is %g: it was held against the threshold before the gain was "
                   "applied. First the baseline, then the gain, then the threshold.",
                   i, got);
    if (is_about(got, suppressed(p.sample * p.gain - p.baseline, p.threshold)))
        return say(out, "wrong-value",
                   "pulses[%zu] is %g: the gain was applied before the baseline was taken away. "
                   "First the baseline, then the gain, then the threshold.",
                   i, got);
    return false;
}

/* A value that a kernel or a copy needs, and that nothing brought. */
static bool pulse_say_finding(const struct gs_shape *shape, const json_t *finding,
                              struct gs_saying *out)
{
    const long long index = number_of(finding, "index");
    const char *array = json_string_value(json_object_get(finding, "array"));
    (void)shape;
    if (!has(finding, "kind", "uninitialised") || array == NULL)
        return false;
    if (has(json_object_get(finding, "first"), "by", "host"))
        return say(out, "uninitialised",
                   "This copies from %s, where nothing was written yet: cudaMemcpy() takes the "
                   "destination first, then the source.",
                   array);
    return say(out, "uninitialised",
               "%s[%lld] is read before anything was written there. Does an earlier step write all "
               "of %s, or a cudaMemcpy() bring it? That counts bytes, `n * sizeof(float)`.",
               array, index, array);
}

/* Of the copies that a line makes: most that brought what was there already. */
static const json_t *most_redundant(const json_t *report)
{
    const json_t *copies = json_object_get(json_object_get(report, "counts"), "copies");
    const json_t *most = NULL;
    for (size_t i = 0; i < json_array_size(copies); i++) {
        const json_t *copy = json_array_get(copies, i);
        if (number_of(copy, "redundant") > 0 && has(copy, "direction", "to-device") &&
            (most == NULL || number_of(copy, "redundant") > number_of(most, "redundant")))
            most = copy;
    }
    return most;
}

/* The first copy in that direction; after: behind that operation. */
static const json_t *first_copy(const json_t *operations, const char *side, const json_t *after)
{
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (after == NULL && is_copy_to(operation, side))
            return operation;
        if (operation == after)
            after = NULL;
    }
    return NULL;
}

static bool say_round_trip(const json_t *report, const struct gs_budget *most,
                           struct gs_saying *out)
{
    const json_t *operations = json_object_get(report, "operations");
    const json_t *back = first_copy(operations, "host", NULL);
    const json_t *again = first_copy(operations, "device", back);
    const long long bytes = total(report, "bytes_in") + total(report, "bytes_out");
    out->line = line_of(back);
    if (back == again || again == NULL)
        return say(out, "round-trip",
                   "%lld bytes come back to the host, in %lld copies, and the pulses have %zu. The "
                   "values between the steps are needed on the device alone: leave them there.",
                   total(report, "bytes_out"), total(report, "copies_out"), most->bytes_out);
    return say(out, "round-trip",
               "This brings the result of a step to the host, and `cudaMemcpy` in line %d takes "
               "it to the device again. It was there already: leave it, and hand it to the next "
               "kernel. In all %lld bytes cross the bus, in %lld copies, where %zu are enough.",
               line_of(again), bytes, total(report, "copies_in") + total(report, "copies_out"),
               most->bytes_in + most->bytes_out);
}

/* The copy that brings to the device what lies where the result will be; NULL: there is none. */
static const json_t *copy_to_result(const json_t *report)
{
    const json_t *operations = json_object_get(report, "operations");
    const json_t *back = first_copy(operations, "host", NULL);
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (is_copy_to(operation, "device") &&
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
    if (total(report, "launches") == 0)
        return say_no_kernel(out);
    pulse_budget(shape, &most);
    if (total(report, "bytes_out") > (long long)most.bytes_out)
        return say_round_trip(report, &most, out);
    if (total(report, "bytes_in") <= (long long)most.bytes_in)
        return false;
    const json_t *redundant = most_redundant(report);
    if (redundant != NULL) {
        out->line = line_of(redundant);
        return say(out, "copies-in-loop",
                   "You moved the same array %lld times: copy once and keep it on the device. "
                   "%lld bytes go there, and the inputs have %zu.",
                   number_of(redundant, "copies"), total(report, "bytes_in"), most.bytes_in);
    }
    out->line = line_of(copy_to_result(report));
    return say(out, "needless-copy",
               "%lld bytes go to the device, and the two inputs have %zu. An array that a kernel "
               "only writes need not be brought there: nobody wants the junk that it holds.",
               total(report, "bytes_in"), most.bytes_in);
}

/* ---- hidden_layer ---------------------------------------------------------------------------- */

enum { LAYER, GREY, WEIGHT, BIAS, LAYER_N };

static const struct gs_parameter layer_parameters[] = {
    {"out", GS_ARG_OUTPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"grey", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"weight", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"bias", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {0},
};

static void layer_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *grey = arrays[GREY], *weight = arrays[WEIGHT], *bias = arrays[BIAS];
    for (size_t i = 0; i < shape->n; i++) {
        grey[i] = (float)(gs_random_bits(seed, GREY, i) % 255 + 1);
        weight[i] = 2 * gs_random_f32(seed, WEIGHT, i);
        bias[i] = gs_random_f32(seed, BIAS, i);
    }
    *(uint64_t *)arrays[LAYER_N] = shape->n;
}

struct neuron {
    double grey, weight, bias;
};

static struct neuron neuron_at(const void *const *arrays, size_t i)
{
    return (struct neuron){.grey = (double)((const float *)arrays[GREY])[i],
                           .weight = (double)((const float *)arrays[WEIGHT])[i],
                           .bias = (double)((const float *)arrays[BIAS])[i]};
}

static void layer_solve(const struct gs_shape *shape, const void *const *arrays,
                        struct gs_expected *out)
{
    double *layer = out->want[LAYER];
    for (size_t i = 0; i < shape->n; i++) {
        struct neuron v = neuron_at(arrays, i);
        layer[i] = tanh(v.grey / 255 * v.weight + v.bias);
    }
    out->scale = 0.5; /* a product and a bias near 1 may nearly cancel */
}

static size_t layer_bytes(const struct gs_shape *shape)
{
    return 4 * sizeof(float) * shape->n;
}

static void layer_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 1.0;
    most->launches = 1;
    most->global_bytes = layer_bytes(shape);
}

static bool layer_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const double got = (double)((const float *)wrong->got)[i];
    const struct neuron v = neuron_at(wrong->arrays, i);
    const double weighted = v.grey / 255 * v.weight;
    const struct {
        double value;
        const char *remark;
    } mistakes[] = {
        {weighted + v.bias, "That is the sum alone: the activation is missing, tanhf() of it."},
        {tanh(weighted), "That comes out when the bias is left out: add it to the product."},
        {tanh(weighted) + v.bias, "The bias was added to the tanh, and belongs inside of it."},
        {tanh(v.grey * v.weight + v.bias), "The grey value was not divided by 255."},
        {tanh(v.grey / 255 + v.weight + v.bias),
         "The weight was added: the grey value's product with it is wanted."},
        {tanh(v.grey / 255 * v.bias + v.weight), "The weight and the bias were taken for another."},
    };
    for (size_t k = 0; wrong->untouched == 0 && k < sizeof mistakes / sizeof mistakes[0]; k++) {
        if (is_about(got, mistakes[k].value))
            return say(out, "wrong-value", "out[%zu] is %g, and %g is right. %s", i, got,
                       tanh(weighted + v.bias), mistakes[k].remark);
    }
    return false;
}

/* An access to a value between the steps; NULL: there is none. */
static const json_t *access_between(const json_t *report)
{
    const json_t *accesses = json_object_get(json_object_get(report, "counts"), "accesses");
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        const bool is_result = has(access, "array", "out") && has(access, "kind", "store");
        if (has(access, "space", "global") && !is_result && !has(access, "array", "grey") &&
            !has(access, "array", "weight") && !has(access, "array", "bias"))
            return access;
    }
    return NULL;
}

static const json_t *second_launch(const json_t *report)
{
    const json_t *operations = json_object_get(report, "operations");
    size_t launches = 0;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        launches += is_launch(json_array_get(operations, i));
        if (launches == 2)
            return json_array_get(operations, i);
    }
    return NULL;
}

static bool layer_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const long long launches = total(report, "launches"), bytes = total(report, "global_bytes");
    const long long least = (long long)layer_bytes(shape);
    const json_t *between = access_between(report);
    if (launches > 1 && bytes <= least) {
        out->line = line_of(second_launch(report));
        return say(out, "too-many-launches",
                   "You make %lld launches for one layer, and each costs microseconds. One launch "
                   "can have as many blocks as the layer needs.",
                   launches);
    }
    if (launches > 1) {
        out->line = line_of(second_launch(report));
        return say(out, "too-many-launches",
                   "You launch %lld kernels, and what one stores the next has to load again: %lld "
                   "bytes move for each neuron, and %zu are enough. Do all steps in one kernel, "
                   "with the values between them in variables.",
                   launches, bytes / (long long)shape->n, 4 * sizeof(float));
    }
    if (bytes <= least || between == NULL)
        return false;
    const char *array = json_string_value(json_object_get(between, "array"));
    out->line = line_of(between);
    return say(out, "too-much-traffic",
               "The values between the steps go to memory, to `%s`: %lld bytes move for each "
               "neuron, and %zu are enough. Keep them in a variable, `float v = ...`.",
               array != NULL ? array : "an array", bytes / (long long)shape->n, 4 * sizeof(float));
}

/* ---- overlap_copies -------------------------------------------------------------------------- */

enum { RESULT, X, OVERLAP_N };
enum { OVERLAP_FROM = 4096, LEAST_CHUNKS = 4 }; /* as overlap_copies.h has it */

static const struct gs_parameter overlap_parameters[] = {
    {"out", GS_ARG_OUTPUT, GS_PINNED, GS_ELEMENT_F32},
    {"x", GS_ARG_INPUT, GS_PINNED, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_PINNED, GS_ELEMENT_U64},
    {0},
};

/* A size with a remainder, for most numbers of chunks, comes first: what it shows can be told. */
static const struct gs_shape overlap_shapes[] = {
    {.n = 0},      {.n = 31},   {.n = 1},    {.n = 2},
    {.n = 257},    {.n = 4095}, {.n = 4096}, {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

static void overlap_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *x = arrays[X];
    for (size_t i = 0; i < shape->n; i++)
        x[i] = 2 * gs_random_f32(seed, X, i);
    *(uint64_t *)arrays[OVERLAP_N] = shape->n;
}

static void overlap_solve(const struct gs_shape *shape, const void *const *arrays,
                          struct gs_expected *out)
{
    const float *x = arrays[X];
    double *want = out->want[RESULT];
    for (size_t i = 0; i < shape->n; i++)
        want[i] = tanh((double)x[i]);
}

/* ---- overlap_copies: wrong values ---- */

/* The element whose result stands at out[i]; n: none. */
static size_t result_of(const struct gs_wrong *wrong, size_t i)
{
    const float *x = wrong->arrays[X];
    const double got = (double)((const float *)wrong->got)[i];
    for (size_t j = 0; j < wrong->count; j++) {
        if (fabs(got - tanh((double)x[j])) <= 2e-6 * fabs(got))
            return j;
    }
    return wrong->count;
}

enum { MOST_CHUNKS_TOLD = 64 };

static bool overlap_explain_untouched(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t n = wrong->count, first = wrong->untouched_first, rest = n - first;
    if (wrong->untouched == n)
        return say(out, "not-copied-back",
                   "No element of out was written. What the kernels write is on the device: is "
                   "each chunk copied back, to `out + begin`?%s",
                   n < MOST_CHUNKS_TOLD ? " And is there a chunk at all, where n / chunks is 0?"
                                        : "");
    if (wrong->untouched != wrong->wrong || wrong->untouched != rest || rest >= MOST_CHUNKS_TOLD)
        return false;
    return say(out, "rounded-down",
               "The last %zu element%s, from out[%zu] on, belong%s to no chunk: `n / chunks` drops "
               "the remainder. Round up, `(n + chunks - 1) / chunks`, and let the last chunk be "
               "shorter.",
               rest, rest == 1 ? "" : "s", first, rest == 1 ? "s" : "");
}

/* The first chunk is wrong already. */
static bool overlap_explain_first(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t source = result_of(wrong, 0);
    if (((const float *)wrong->got)[0] == ((const float *)wrong->arrays[X])[0])
        return say(out, "not-computed",
                   "out[0] is x[0] itself: it came back as it went. Is the kernel launched between "
                   "the two copies, on this chunk?");
    return source < wrong->count && wrong->untouched > 0 &&
           say(out, "wrong-offset",
               "out[0] holds the result of x[%zu], and out[%zu] was never written: each chunk was "
               "copied to the same place. Copy it to `out + begin`.",
               source, wrong->untouched_first);
}

static bool overlap_explain_later(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first, source = result_of(wrong, i);
    if (((const float *)wrong->got)[i] == ((const float *)wrong->arrays[X])[i])
        return say(out, "wrong-offset",
                   "out[%zu] is x[%zu] itself, so no kernel worked on its chunk, while the first "
                   "chunk is right. Hand each kernel its own chunk, `device + begin`.",
                   i, i);
    if (source == sizeof(float) * i)
        return say(out, "wrong-offset",
                   "out[%zu] holds the result of x[%zu], %zu times as far on: an offset to a "
                   "pointer counts elements, not bytes. Write `x + begin`.",
                   i, source, sizeof(float));
    return source < wrong->count &&
           say(out, "wrong-offset",
               "out[%zu] holds the result of x[%zu]: the chunk was brought from the wrong place. "
               "Copy it from `x + begin`.",
               i, source);
}

static bool overlap_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const bool was_written = wrong->states[wrong->first] == 2;
    if (was_written &&
        (wrong->first == 0 ? overlap_explain_first(wrong, out) : overlap_explain_later(wrong, out)))
        return true;
    return wrong->untouched > 0 && overlap_explain_untouched(wrong, out);
}

static bool overlap_say_finding(const struct gs_shape *shape, const json_t *finding,
                                struct gs_saying *out)
{
    const long long given = number_of(finding, "given"), most = number_of(finding, "most");
    (void)shape;
    if (!has(finding, "kind", "out-of-bounds") || !has(finding, "reason", "copy") || most >= given)
        return false;
    return say(out, "out-of-bounds",
               "This copies %lld bytes, and from here to the end of the array there are %lld. The "
               "last chunk may be shorter than the others, as n - begin says; and begin counts "
               "elements, not bytes.",
               given, most);
}

/* ---- overlap_copies: which operation waits for which ----------------------------------------- */

enum { MOST_OPERATIONS = 2000, SET_WORDS = (MOST_OPERATIONS + 63) / 64 };

/* Of operations, by their places in the report. */
struct set {
    uint64_t words[SET_WORDS];
};

static void add(struct set *set, size_t i)
{
    set->words[i / 64] |= (uint64_t)1 << i % 64;
}

static bool contains(const struct set *set, size_t i)
{
    return (set->words[i / 64] >> i % 64 & 1) != 0;
}

static void join(struct set *to, const struct set *from)
{
    for (size_t w = 0; w < SET_WORDS; w++)
        to->words[w] |= from->words[w];
}

/* A stream or an event, and all that is done where it is. */
struct point {
    bool is_event;
    json_int_t number;
    struct set done;
};

struct order {
    const json_t *operations;
    size_t count;
    struct set *before;   /* of each operation: those that are done when it begins */
    struct point *points; /* of them, `count` at most but for stream 0, the first of them */
    size_t point_count;
    struct set waited; /* those that the host has waited for, in whatever way */
    struct set asked;  /* and those by a call that is made to wait */
};

static struct point *point_of(struct order *order, bool is_event, json_int_t number)
{
    for (size_t k = 0; k < order->point_count; k++) {
        if (order->points[k].is_event == is_event && order->points[k].number == number)
            return &order->points[k];
    }
    struct point *point = &order->points[order->point_count++];
    *point = (struct point){.is_event = is_event, .number = number};
    return point;
}

static void join_streams(const struct order *order, struct set *to)
{
    for (size_t k = 0; k < order->point_count; k++) {
        if (!order->points[k].is_event)
            join(to, &order->points[k].done);
    }
}

/* Stream 0 and the others wait for each other. */
static struct point *stream_of(struct order *order, const json_t *operation)
{
    struct point *stream = point_of(order, false, number_of(operation, "stream"));
    if (stream->number == 0)
        join_streams(order, &stream->done);
    else
        join(&stream->done, &order->points[0].done);
    return stream;
}

/* Work that the device does in a stream. */
static void add_work(struct order *order, size_t i, const json_t *operation)
{
    struct point *stream = stream_of(order, operation);
    join(&stream->done, &order->waited);
    order->before[i] = stream->done;
    add(&stream->done, i);
    const bool is_copy = has(operation, "do", "copy");
    const bool is_async = json_is_true(json_object_get(operation, "async"));
    const bool is_pinned = json_is_true(json_object_get(operation, "pinned"));
    if (!is_copy || (is_async && (is_pinned || !has(operation, "to", "host"))))
        return;
    join(&order->waited, &stream->done);
    join(&order->asked, &stream->done);
}

static void add_wait(struct order *order, const json_t *operation)
{
    struct set done = {{0}};
    if (has(operation, "for", "device"))
        join_streams(order, &done);
    else if (has(operation, "for", "stream"))
        done = stream_of(order, operation)->done;
    else
        done = point_of(order, true, number_of(operation, "event"))->done;
    join(&order->waited, &done);
    join(&order->asked, &done);
}

static void add_event(struct order *order, const json_t *operation)
{
    struct point *event = point_of(order, true, number_of(operation, "event"));
    struct point *stream = stream_of(order, operation);
    if (has(operation, "do", "record"))
        event->done = stream->done;
    else
        join(&stream->done, &event->done);
}

static bool is_work(const json_t *operation)
{
    return is_launch(operation) || has(operation, "do", "copy") || has(operation, "do", "fill");
}

static bool is_freeing(const json_t *operation)
{
    return has(operation, "do", "free") && !json_is_true(json_object_get(operation, "async"));
}

static bool is_wait(const json_t *operation)
{
    return has(operation, "do", "wait") || has(operation, "do", "query");
}

static void add_operation(struct order *order, size_t i)
{
    const json_t *operation = json_array_get(order->operations, i);
    if (is_work(operation))
        add_work(order, i, operation);
    else if (is_wait(operation))
        add_wait(order, operation);
    else if (has(operation, "do", "record") || has(operation, "do", "wait-event"))
        add_event(order, operation);
    else if (is_freeing(operation))
        join_streams(order, &order->waited);
}

static void find_order(struct order *order)
{
    (void)point_of(order, false, 0);
    for (size_t i = 0; i < order->count; i++)
        add_operation(order, i);
}

static const json_t *operation_at(const struct order *order, size_t i)
{
    return json_array_get(order->operations, i);
}

/* Neither waits for the other. */
static bool may_overlap(const struct order *order, size_t i, size_t j)
{
    return !contains(&order->before[i], j) && !contains(&order->before[j], i);
}

/* ---- overlap_copies: what was asked for ------------------------------------------------------ */

static bool is_bus_copy(const json_t *operation)
{
    return is_copy_to(operation, "device") || is_copy_to(operation, "host");
}

/* How many are of that kind, and the first of them. */
struct tally {
    size_t count;
    const json_t *first;
};

static struct tally tally_of(const struct order *order, bool (*is)(const json_t *))
{
    struct tally tally = {0};
    for (size_t i = 0; i < order->count; i++) {
        const json_t *operation = operation_at(order, i);
        if (is(operation) && tally.count++ == 0)
            tally.first = operation;
    }
    return tally;
}

static bool is_blocking_copy(const json_t *operation)
{
    return is_bus_copy(operation) && !json_is_true(json_object_get(operation, "async"));
}

static bool is_pageable_copy(const json_t *operation)
{
    return is_bus_copy(operation) && !json_is_true(json_object_get(operation, "pinned"));
}

static bool is_in_stream_0(const json_t *operation)
{
    return (is_bus_copy(operation) || is_launch(operation)) && number_of(operation, "stream") == 0;
}

static bool is_launch_in_stream_0(const json_t *operation)
{
    return is_launch(operation) && is_in_stream_0(operation);
}

static bool is_copy_in(const json_t *operation)
{
    return is_copy_to(operation, "device");
}

static bool audit_copies(const struct order *order, struct gs_saying *out)
{
    const struct tally copies = tally_of(order, is_bus_copy);
    const struct tally blocking = tally_of(order, is_blocking_copy);
    const struct tally pageable = tally_of(order, is_pageable_copy);
    if (blocking.count > 0) {
        out->line = line_of(blocking.first);
        return say(out, "blocking-copies",
                   "%zu of %zu copies are made by cudaMemcpy(), which returns when the copy is "
                   "done: until then the host cannot queue anything else, so nothing overlaps. Use "
                   "cudaMemcpyAsync(), with a stream.",
                   blocking.count, copies.count);
    }
    out->line = line_of(pageable.first);
    return pageable.count > 0 &&
           say(out, "pageable-copies",
               "%zu of %zu copies are from or to memory that is not page-locked: they pass through "
               "a buffer of the driver's, and the host does that. x and out are page-locked: copy "
               "from and to these.",
               pageable.count, copies.count);
}

static size_t streams_of_copies(const struct order *order)
{
    size_t count = 0;
    for (size_t k = 0; k < order->point_count; k++) {
        bool is_used = false;
        for (size_t i = 0; i < order->count && !order->points[k].is_event; i++)
            is_used |= is_bus_copy(operation_at(order, i)) &&
                       number_of(operation_at(order, i), "stream") == order->points[k].number;
        count += is_used;
    }
    return count;
}

static bool audit_streams(const struct order *order, struct gs_saying *out)
{
    const struct tally launches = tally_of(order, is_launch);
    const struct tally copies = tally_of(order, is_bus_copy), in = tally_of(order, is_copy_in);
    const struct tally in_0 = tally_of(order, is_in_stream_0);
    const struct tally launches_in_0 = tally_of(order, is_launch_in_stream_0);
    out->line = line_of(in_0.first);
    if (in_0.count > 0 && in_0.count == launches_in_0.count)
        return say(out, "default-stream",
                   "%zu of %zu kernels are in stream 0, the default, which waits for all other "
                   "streams, and they for it: nothing overlaps. Launch them in the stream of their "
                   "copies, `<<<grid, block, 0, stream>>>`.",
                   in_0.count, launches.count);
    if (in_0.count > 0)
        return say(out, "default-stream",
                   "%zu of %zu copies and kernels are in stream 0, the default, where one waits "
                   "for the other: nothing overlaps. Hand each of them a stream that you created.",
                   in_0.count, copies.count + launches.count);
    out->line = line_of(in.first);
    if (in.count < LEAST_CHUNKS)
        return say(out, "too-few-chunks",
                   "There are %zu chunks: while the first comes in and the last goes back, nothing "
                   "else can be done. Make it %d or more.",
                   in.count, LEAST_CHUNKS);
    return streams_of_copies(order) < 2 &&
           say(out, "one-stream",
               "All %zu chunks are in one stream, where each waits for the one before. Give them "
               "two or more streams, by turns.",
               in.count);
}

/* Both use the same bytes of the device, and one changes them. */
static bool collide(const json_t *a, const json_t *b)
{
    const json_t *at_a = json_object_get(a, "at"), *at_b = json_object_get(b, "at");
    if (!json_is_integer(at_a) || !json_is_integer(at_b) || !(is_copy_in(a) || is_copy_in(b)))
        return false;
    const long long begin_a = json_integer_value(at_a), begin_b = json_integer_value(at_b);
    return begin_a < begin_b + number_of(b, "bytes") && begin_b < begin_a + number_of(a, "bytes");
}

static bool audit_buffers(const struct order *order, struct gs_saying *out)
{
    for (size_t i = 0; i < order->count; i++) {
        const json_t *later = operation_at(order, i);
        for (size_t j = 0; j < i && is_bus_copy(later); j++) {
            const json_t *earlier = operation_at(order, j);
            if (!is_bus_copy(earlier) || !may_overlap(order, i, j) || !collide(earlier, later))
                continue;
            out->line = line_of(later);
            return say(out, "shared-buffer",
                       "Chunks in different streams use the same memory of the device: this copy, "
                       "in stream %lld, and that of line %d, in stream %lld, may be made at the "
                       "same time, and one chunk is lost. Give each stream a buffer of its own, or "
                       "each chunk its own part of one.",
                       number_of(later, "stream"), line_of(earlier), number_of(earlier, "stream"));
        }
    }
    return false;
}

static bool any_before(const struct order *order, size_t i, bool (*is)(const json_t *))
{
    for (size_t j = 0; j < i; j++) {
        if (contains(&order->before[i], j) && is(operation_at(order, j)))
            return true;
    }
    return false;
}

/* A kernel that runs before anything came, or a copy back before any kernel ran. */
static bool audit_dependencies(const struct order *order, struct gs_saying *out)
{
    for (size_t i = 0; i < order->count; i++) {
        const json_t *operation = operation_at(order, i);
        const long long stream = number_of(operation, "stream");
        out->line = line_of(operation);
        if (is_launch(operation) && !any_before(order, i, is_copy_in))
            return say(out, "unordered",
                       "The kernel is in stream %lld, and no copy to the device comes before it "
                       "there: it may run before its chunk has come. Launch it in the stream of "
                       "the copy, or let its stream wait for an event behind the copy.",
                       stream);
        if (is_copy_to(operation, "host") && !any_before(order, i, is_launch))
            return say(out, "unordered",
                       "This copy is in stream %lld, and no kernel comes before it there: it may "
                       "bring the chunk back before it was computed. Make it in the stream of the "
                       "kernel, or let its stream wait for an event behind the kernel.",
                       stream);
    }
    out->line = 0;
    return false;
}

/* Copies beside which something else may be under way. */
static size_t count_overlapping(const struct order *order)
{
    size_t count = 0;
    for (size_t i = 0; i < order->count; i++) {
        bool overlaps = false;
        for (size_t j = 0; j < order->count && is_bus_copy(operation_at(order, i)); j++)
            overlaps |= j != i && is_work(operation_at(order, j)) && may_overlap(order, i, j);
        count += overlaps;
    }
    return count;
}

static bool is_wait_of_host(const json_t *operation)
{
    return is_wait(operation) || is_freeing(operation);
}

static bool is_wait_of_stream(const json_t *operation)
{
    return has(operation, "do", "wait-event");
}

/* What waits before the last copy is queued. */
static struct tally waits_between(const struct order *order, bool (*is)(const json_t *))
{
    struct order part = *order;
    while (part.count > 0 && !is_bus_copy(operation_at(&part, part.count - 1)))
        part.count--;
    return tally_of(&part, is);
}

static const char *name_of_wait(const json_t *wait)
{
    if (has(wait, "do", "free"))
        return "cudaFree(), which waits for all of the device,";
    if (has(wait, "do", "query"))
        return "A query";
    if (has(wait, "for", "device"))
        return "cudaDeviceSynchronize()";
    return has(wait, "for", "stream") ? "cudaStreamSynchronize()" : "cudaEventSynchronize()";
}

static bool audit_overlap(const struct order *order, struct gs_saying *out)
{
    const size_t copies = tally_of(order, is_bus_copy).count;
    const size_t overlapping = count_overlapping(order);
    const struct tally host = waits_between(order, is_wait_of_host);
    const struct tally streams = waits_between(order, is_wait_of_stream);
    if (2 * overlapping >= copies)
        return false;
    if (host.count > 0) {
        out->line = line_of(host.first);
        return say(out, "wait-in-loop",
                   "%s comes %zu time%s before the last chunk is queued, so the device gets a "
                   "chunk when the one before is done: beside %zu of %zu copies nothing else can "
                   "be under way. Queue all chunks, and wait behind the loop.",
                   name_of_wait(host.first), host.count, host.count == 1 ? "" : "s",
                   copies - overlapping, copies);
    }
    out->line = line_of(streams.first);
    return say(out, "ordered-chunks",
               "By cudaStreamWaitEvent() each chunk waits for the one before it, in whatever "
               "stream it is: beside %zu of %zu copies nothing else can be under way. A chunk has "
               "to wait for its own copy and its own kernel alone.",
               copies - overlapping, copies);
}

static bool audit_final_wait(const struct order *order, struct gs_saying *out)
{
    size_t pending = 0, copies = 0;
    for (size_t i = 0; i < order->count; i++) {
        const json_t *operation = operation_at(order, i);
        if (!is_copy_to(operation, "host"))
            continue;
        copies++;
        if (!contains(&order->asked, i) && pending++ == 0)
            out->line = line_of(operation);
    }
    return pending > 0 &&
           say(out, "missing-wait",
               "Your function returns while %zu of %zu copies to out may still be under way, and "
               "its caller would read what was there before. Wait for each stream first, with "
               "cudaStreamSynchronize(), or for the device.",
               pending, copies);
}

static bool audit_order(const struct gs_shape *shape, const struct order *order,
                        struct gs_saying *out)
{
    const bool is_cut = shape->n >= OVERLAP_FROM;
    return (is_cut && (audit_copies(order, out) || audit_streams(order, out) ||
                       audit_dependencies(order, out) || audit_buffers(order, out) ||
                       audit_overlap(order, out))) ||
           audit_final_wait(order, out);
}

/* Of more operations than the report tells, nothing can be said. */
static bool overlap_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const json_t *operations = json_object_get(report, "operations");
    const size_t count = json_array_size(operations);
    if (shape->n == 0 || (size_t)number_of(report, "operation_count") != count ||
        count > MOST_OPERATIONS)
        return false;
    if (total(report, "launches") == 0)
        return say_no_kernel(out);
    struct set *before = calloc(count + 1, sizeof *before);
    struct point *points = calloc(2 * count + 1, sizeof *points);
    struct order order = {
        .operations = operations, .count = count, .before = before, .points = points};
    bool said = false;
    if (before != NULL && points != NULL) {
        find_order(&order);
        said = audit_order(shape, &order, out);
    }
    free(before);
    free(points);
    return said;
}

/* ---- all of them ----------------------------------------------------------------------------- */

const struct gs_exercise gs_exercises_pipelines[] = {
    {
        .name = "pulse_pipeline",
        .title = "Keep the data on the device",
        .entry = "pulse_pipeline",
        .parameters = pulse_parameters,
        .shapes = shapes,
        .n_name = "n",
        .hints = {"Which of the seven copies brings something that is not there already?",
                  "The result of a kernel lies on the device, where the next kernel wants it. Only "
                  "samples and gains have to come from the host, and only the last step's result "
                  "has to go back.",
                  "Copy samples to `in` and gains to `factors`; then shift(out, in), scale(in, "
                  "out, factors), suppress(out, in); and copy `out` to pulses."},
        .count = n_elements,
        .fill = pulse_fill,
        .solve = pulse_solve,
        .tolerance = 1e-6,
        .explain = pulse_explain,
        .audit = pulse_audit,
        .say_finding = pulse_say_finding,
        .budget = pulse_budget,
    },
    {
        .name = "hidden_layer",
        .title = "Fuse three kernels into one",
        .entry = "hidden_layer",
        .parameters = layer_parameters,
        .shapes = shapes,
        .n_name = "n",
        .hints = {"Which of the values that the three kernels load does nobody but the next kernel "
                  "need?",
                  "A thread has its element to itself, so it can do the next step at once, with "
                  "the value in a variable: that is a register, not memory.",
                  "One kernel with out, grey, weight, bias and n: float v = grey[i] / 255.0f; v = "
                  "v * weight[i] + bias[i]; out[i] = tanhf(v); and no cudaMalloc()."},
        .count = n_elements,
        .fill = layer_fill,
        .solve = layer_solve,
        .tolerance = 2e-6,
        .explain = layer_explain,
        .audit = layer_audit,
        .budget = layer_budget,
        .timed = {.n = (size_t)1 << 26},
        .timed_bytes = layer_bytes,
        .timed_ratio = 1.25,
    },
    {
        .name = "overlap_copies",
        .title = "Compute while the next chunk comes in",
        .entry = "overlap_copies",
        .parameters = overlap_parameters,
        .shapes = overlap_shapes,
        .n_name = "n",
        .hints = {"What can the device do with the first quarter of x while the second quarter is "
                  "on its way?",
                  "Within a stream, things happen one after the other; two streams do not wait for "
                  "each other. So a chunk's copy in, kernel and copy out go to one stream, and the "
                  "next chunk's to another.",
                  "for (begin = 0, k = 0; begin < n; begin += chunk, k++), with count = the lesser "
                  "of chunk and n - begin: cudaMemcpyAsync(device + begin, x + begin, ..., "
                  "streams[k % 2]); activate<<<grid, block, 0, streams[k % 2]>>>(...); "
                  "cudaMemcpyAsync(out + begin, ...). Behind the loop, cudaStreamSynchronize() for "
                  "each."},
        .count = n_elements,
        .fill = overlap_fill,
        .solve = overlap_solve,
        .tolerance = 2e-6,
        .explain = overlap_explain,
        .audit = overlap_audit,
        .say_finding = overlap_say_finding,
    },
    {0},
};

/* ---- questions ------------------------------------------------------------------------------- */

static const double asked_n = 1e8, asked_gb_s = 25;
enum { ROUND_TRIP_COPIES = 7, RESIDENT_COPIES = 3 };

static double array_bytes(void)
{
    return asked_n * sizeof(float);
}

static double copy_ms(double arrays)
{
    return 1e3 * arrays * array_bytes() / (asked_gb_s * 1e9);
}

static enum gs_status exactly(double value, double *least, double *most)
{
    *least = *most = value;
    return GS_OK;
}

/* A time, as somebody may have rounded it. */
static enum gs_status about(double value, double *least, double *most)
{
    *least = 0.99 * value;
    *most = 1.01 * value;
    return GS_OK;
}

static bool put(char *sentence, size_t size, const char *text)
{
    snprintf(sentence, size, "%s", text);
    return true;
}

static enum gs_status answer_round_trips(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return exactly(ROUND_TRIP_COPIES * array_bytes(), least, most);
}

static bool explain_round_trips(double given, char *sentence, size_t size)
{
    if (given == ROUND_TRIP_COPIES * asked_n)
        return put(sentence, size, "That is the number of elements; a float has 4 bytes.");
    if (given == 4 * array_bytes())
        return put(sentence, size, "So many go to the device. What comes back?");
    return given == RESIDENT_COPIES * array_bytes() &&
           put(sentence, size,
               "So many are needed. The stub copies between the steps, too: count its lines with "
               "cudaMemcpy.");
}

static enum gs_status answer_resident(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return exactly(RESIDENT_COPIES * array_bytes(), least, most);
}

static bool explain_resident(double given, char *sentence, size_t size)
{
    if (given == RESIDENT_COPIES * asked_n)
        return put(sentence, size, "That is the number of elements; a float has 4 bytes.");
    if (given == 2 * array_bytes())
        return put(sentence, size, "Those are two arrays. There are two inputs, and the pulses.");
    return given == ROUND_TRIP_COPIES * array_bytes() &&
           put(sentence, size, "So many cross it with the round trips. What is left without them?");
}

static enum gs_status answer_copy(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return about(copy_ms(1), least, most);
}

static bool explain_copy(double given, char *sentence, size_t size)
{
    if (fabs(given - copy_ms(1) / sizeof(float)) < 0.01)
        return put(sentence, size, "10^8 floats are not 10^8 bytes: a float has 4.");
    return fabs(given * 1e3 - copy_ms(1)) < 0.2 &&
           put(sentence, size, "That is in seconds; it is asked for in milliseconds.");
}

static enum gs_status answer_both_ways(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return about(copy_ms(2), least, most);
}

static bool explain_both_ways(double given, char *sentence, size_t size)
{
    if (fabs(given - copy_ms(3)) < 0.5)
        return put(sentence, size,
                   "That is one array after the other. The result goes back while inputs still "
                   "come in: the two directions do not share.");
    return fabs(given - copy_ms(1)) < 0.2 &&
           put(sentence, size, "That is one array. Two have to come in, by the same direction.");
}

const struct gs_question gs_questions_pipelines[] = {
    {
        .name = "round_trip_bytes",
        .text = "pulse_pipeline as the stub of exercise 5.1 has it, n = 10^8: how many bytes cross "
                "the bus?",
        .hints = {"How many calls of cudaMemcpy() does the stub make?",
                  "Seven, four to the device and three back, and each moves a whole array.",
                  "7 arrays * 4 bytes * n."},
        .answer = answer_round_trips,
        .explain = explain_round_trips,
    },
    {
        .name = "resident_bytes",
        .text = "The same with all values between the steps left on the device: how many bytes "
                "cross the bus?",
        .hints = {"What has to go there, and what is wanted back?",
                  "Samples and gains go there, pulses come back.", "3 arrays * 4 bytes * n."},
        .answer = answer_resident,
        .explain = explain_resident,
    },
    {
        .name = "copy_ms",
        .text = "A bus moves 25 GB/s (25 * 10^9 bytes a second) each way: how many milliseconds "
                "does it take at least to copy 10^8 floats to the device?",
        .hints = {"How many bytes are 10^8 floats?", "Time is bytes over bytes a second.",
                  "1000 * (4 * 10^8) / (25 * 10^9)."},
        .answer = answer_copy,
        .explain = explain_copy,
    },
    {
        .name = "overlapped_ms",
        .text = "The same bus, two inputs and a result of 10^8 floats each, everything overlapped "
                "in very many chunks, and kernels that take no time: how many milliseconds at "
                "least?",
        .hints = {"Which of the three arrays can be on the bus at the same time?",
                  "The directions do not share, so the result leaves while inputs come in.",
                  "Two arrays come in one after the other; that is twice the time of one."},
        .answer = answer_both_ways,
        .explain = explain_both_ways,
    },
    {0},
};
