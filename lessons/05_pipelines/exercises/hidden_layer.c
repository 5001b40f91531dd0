/* Lesson 5: three kernels in one. It is C and no data: it asks which values between two steps
 * went to memory. */
#include "pipelines.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { LAYER, GREY, WEIGHT, BIAS, LAYER_N };

static const struct gs_array layer_parameters[] = {
    {"out", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},   {"grey", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"weight", GS_INPUT, GS_HOME_DEVICE, GS_F32}, {"bias", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},     {0},
};

static void layer_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *grey = arrays[GREY], *weight = arrays[WEIGHT], *bias = arrays[BIAS];
    for (size_t i = 0; i < shape->n; i++) {
        grey[i] = (float)(gs_random_bits(seed, GREY, i) % 255 + 1);
        weight[i] = 2 * gs_random_f32(seed, WEIGHT, i);
        if (i % 64 == 32) /* of so large a sum exp() is infinite, and tanh() is 1 */
            weight[i] = 20000;
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
    gs_budget_one_pass(most, layer_bytes(shape));
}

/* The first wrong element at which not any large sum has the same tanh, 1; the first of all where
 * there is none. */
static size_t first_that_tells(const struct gs_wrong *wrong)
{
    const float *got = wrong->got;
    for (size_t i = wrong->first; i <= wrong->last; i++) {
        if (wrong->states[i] != 0 && fabs(fabs((double)got[i]) - 1) > 1e-3)
            return i;
    }
    return wrong->first;
}

static bool layer_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = first_that_tells(wrong);
    const double got = (double)((const float *)wrong->got)[i];
    const struct neuron v = neuron_at(wrong->arrays, i);
    if (isnan(got) && fabs(v.grey / 255 * v.weight + v.bias) > 40)
        return gs_say(
            out, "wrong-value",
            "out[%zu] is NaN, and 1 is right: the sum is %g there. exp() of a large number "
            "is infinite, and infinite divided by infinite is no number. tanhf() knows "
            "that.",
            i, v.grey / 255 * v.weight + v.bias);
    const double weighted = v.grey / 255 * v.weight;
    const struct {
        double value;
        const char *remark;
    } mistakes[] = {
        {weighted + v.bias, "That is the sum alone: the activation is missing, tanhf() of it."},
        {tanh(weighted), "That comes out when the bias is left out: add it to the product."},
        {tanh(weighted) + v.bias, "The bias was added to the tanh, and belongs inside of it."},
        {tanh(v.grey * v.weight + v.bias),
         "That comes out where the grey value is not divided by 255."},
        {tanh(v.grey / (255 * v.weight) + v.bias),
         "That comes out where the grey value is divided by the weight too: look at the brackets."},
        {tanh(v.grey / 255 + v.weight + v.bias),
         "The weight was added: the grey value's product with it is wanted."},
        {tanh(v.grey / 255 * (v.weight + v.bias)),
         "That comes out where the bias is added to the weight: look at the brackets."},
        {tanh(floor(v.grey / 255) * v.weight + v.bias),
         "That comes out where the grey value is divided by 255 as whole numbers, which leaves 0 "
         "below 255: divide it as a float, without a cast to an integer."},
        {tanh((v.grey / 255 + v.bias) * v.weight),
         "The bias was multiplied by the weight too: it is added to the product."},
        {tanh(weighted - v.bias), "The bias was subtracted: add it."},
        {tanh(v.grey / 256 * v.weight + v.bias),
         "That comes out where the grey value is divided by 256. The largest one, 255, is to "
         "become 1."},
        {tan(weighted + v.bias), "That is the tangent, tanf(). The activation is tanhf()."},
        {tanh(v.grey / 255 * v.bias + v.weight), "The weight and the bias have changed places."},
    };
    for (size_t k = 0; wrong->untouched == 0 && k < sizeof mistakes / sizeof mistakes[0]; k++) {
        if (gs_is_about(got, mistakes[k].value))
            return gs_say(out, "wrong-value", "out[%zu] is %g, and %g is right. %s", i, got,
                          tanh(weighted + v.bias), mistakes[k].remark);
    }
    return false;
}

/* An access to a value between the steps; NULL: there is none. */
static const json_t *access_between(const json_t *report)
{
    const json_t *accesses = gs_inspected_counts(report, "accesses");
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        const bool is_result =
            gs_has_text(access, "array", "out") && gs_has_text(access, "kind", "store");
        if (gs_has_text(access, "space", "global") && !is_result &&
            !gs_has_text(access, "array", "grey") && !gs_has_text(access, "array", "weight") &&
            !gs_has_text(access, "array", "bias"))
            return access;
    }
    return NULL;
}

static const json_t *second_launch(const json_t *report)
{
    const json_t *operations = gs_inspected_operations(report);
    size_t launches = 0;
    for (size_t i = 0; i < json_array_size(operations); i++) {
        launches += gs_is_launch(json_array_get(operations, i));
        if (launches == 2)
            return json_array_get(operations, i);
    }
    return NULL;
}

static bool layer_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const long long launches = gs_inspected_total(report, "launches"),
                    bytes = gs_inspected_total(report, "global_bytes");
    const long long least = (long long)layer_bytes(shape);
    const json_t *between = access_between(report);
    const long long neurons = shape->n > 0 ? (long long)shape->n : 1;
    if (launches > 2 && bytes <= least) {
        out->line = gs_line_of(second_launch(report));
        return gs_say(out, "too-many-launches",
                      "You make %lld launches for one layer, and each costs microseconds. One "
                      "launch can have as many blocks as the layer needs.",
                      launches);
    }
    if (launches > 1 && bytes > least) {
        out->line = gs_line_of(second_launch(report));
        return gs_say(out, "too-many-launches",
                      "You launch %lld kernels, and what one stores the next has to load again: "
                      "%lld bytes move for each neuron, and %zu are enough.",
                      launches, bytes / neurons, 4 * sizeof(float));
    }
    if (bytes <= least || between == NULL)
        return false;
    const char *array = json_string_value(json_object_get(between, "array"));
    out->line = gs_line_of(between);
    return gs_say(out, "too-much-traffic",
                  "The values between the steps go to memory, to `%s`: %lld bytes move for each "
                  "neuron, and %zu are enough.",
                  array != NULL ? array : "an array", bytes / neurons, 4 * sizeof(float));
}

const struct gs_exercise gs_exercise_hidden_layer = {
    .name = "hidden_layer",
    .title = "Fuse three kernels into one",
    .entry = "hidden_layer",
    .parameters = layer_parameters,
    .shapes = gs_pipeline_shapes,
    .n_name = "n",
    .hints =
        {"Which of the values that the three kernels load does nobody but the next kernel need?",
         "A thread has its element to itself, so it can do the next step at once, with the value "
         "in a variable: that is a register, not memory.",
         "One kernel with out, grey, weight, bias and n: float v = grey[i] / 255.0f; v = v * "
         "weight[i] + bias[i]; out[i] = tanhf(v); and no cudaMalloc()."},
    .count = gs_count_n,
    .fill = layer_fill,
    .solve = layer_solve,
    .tolerance = 2e-6,
    .explain = layer_explain,
    .audit = layer_audit,
    .budget = layer_budget,
    .timed = {.n = (size_t)1 << 26},
    .timed_bytes = layer_bytes,
    .timed_ratio = 1.25,
};
