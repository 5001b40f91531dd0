/* Lesson 5: a hidden layer, from arrays of the host to an array of the host. It is C and no
 * data: it asks which copies were needed, and whether the host waits for the last of them. */
#include "crossing.h"
#include "pipelines.h"
#include "stream_order.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { LAYER, GREYS, WEIGHTS, LAYER_N };

static const struct gs_array hidden_parameters[] = {
    {"layer", GS_OUTPUT, GS_HOME_PINNED, GS_F32},
    {"greys", GS_INPUT, GS_HOME_PINNED, GS_F32},
    {"weights", GS_INPUT, GS_HOME_PINNED, GS_F32},
    {"n", GS_NUMBER, GS_HOME_PINNED, GS_U64},
    {0},
};

/* Whole grey values from 0 to 254, and weights around a half. The first is none of black, of which
 * nothing can be told. */
static void hidden_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *greys = arrays[GREYS], *weights = arrays[WEIGHTS];
    for (size_t i = 0; i < shape->n; i++) {
        greys[i] = (float)(gs_random_bits(seed, GREYS, i) % 255);
        weights[i] = (float)(0.5 + 0.1 * gs_random_normal(seed, WEIGHTS, i));
    }
    if (shape->n > 0 && greys[0] < 50)
        greys[0] += 50;
    *(uint64_t *)arrays[LAYER_N] = shape->n;
}

static void hidden_solve(const struct gs_shape *shape, const void *const *arrays,
                         struct gs_expected *out)
{
    const float *greys = arrays[GREYS], *weights = arrays[WEIGHTS];
    double *layer = out->want[LAYER];
    for (size_t i = 0; i < shape->n; i++)
        layer[i] = tanh((double)greys[i] / 255 * (double)weights[i]);
    out->scale = 0.5; /* a difference of two exponentials near 1 has the error of these */
}

static struct gs_crossing hidden_crossing(const struct gs_shape *shape)
{
    return (struct gs_crossing){.inputs = "greys and weights",
                                .bytes_in = 2 * sizeof(float) * shape->n,
                                .result = "`layer`",
                                .bytes_out = sizeof(float) * shape->n};
}

/* Chunks in streams make more than three, but no copy should be so small that its start is what it
 * costs. */
enum { MOST_COPIES = 3 * 64 };

static void hidden_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    const struct gs_crossing crossing = hidden_crossing(shape);
    most->bytes_in = crossing.bytes_in + GS_BYTES_OF_NUMBERS;
    most->bytes_out = crossing.bytes_out;
    most->copies = MOST_COPIES;
    most->launches = MOST_COPIES;
    most->sectors = 2.1;                               /* chunks may begin anywhere */
    most->global_bytes = 8 * sizeof(float) * shape->n; /* three kernels, and one value more */
}

static bool audit_wait(const struct gs_shape *shape, const struct gs_order *order,
                       struct gs_saying *out)
{
    (void)shape;
    return gs_audit_handed_back(order, "layer", out);
}

static bool hidden_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const struct gs_crossing crossing = hidden_crossing(shape);
    return gs_audit_crossing(shape, report, &crossing, out) ||
           gs_audit_reach(report, &crossing, out) ||
           gs_with_order(shape, gs_inspected_operations(report), audit_wait, out);
}

static bool hidden_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first;
    const double got = (double)((const float *)wrong->got)[i];
    const double grey = (double)((const float *)wrong->arrays[GREYS])[i];
    const double weight = (double)((const float *)wrong->arrays[WEIGHTS])[i];
    const double weighted = grey / 255 * weight;
    const struct {
        double value;
        const char *remark;
    } mistakes[] = {
        {grey, "That is the grey value itself, as it was copied to the device: is the copy back "
               "behind the kernel, and of the array that it stores to?"},
        {grey / 255, "That is the grey value brought to 0 ... 1: two steps are missing."},
        {weighted, "That is the weighted value: the activation is missing, tanhf() of it."},
        {tanh(grey / 255), "That comes out without the weight."},
        {tanh(weighted / 255), "That comes out where the grey value is divided by 255 twice."},
        {tanh(grey * weight), "That comes out where the grey value is not divided by 255."},
        {tanh(grey / (255 * weight)),
         "That comes out where the grey value is divided by the weight too: look at the brackets."},
        {tanh(grey / 255 + weight),
         "The weight was added: the grey value's product with it is wanted."},
        {1 / tanh(weighted), "Numerator and denominator have changed places."},
    };
    if (wrong->untouched > 0)
        return gs_explain_not_back(wrong, out);
    for (size_t k = 0; k < sizeof mistakes / sizeof mistakes[0]; k++) {
        if (gs_is_about(got, mistakes[k].value))
            return gs_say(out, "wrong-value", "layer[%zu] is %g, and %g is right. %s", i, got,
                          tanh(weighted), mistakes[k].remark);
    }
    return false;
}

static const struct gs_shape assessed_shapes[] = {
    {.n = 0},      {.n = 31},  {.n = 1},   {.n = 33},
    {.n = 255},    {.n = 256}, {.n = 257}, {.n = (1 << 20) + 11},
    GS_LAST_SHAPE,
};

static const struct gs_assessment first_assessment = {
    .number = 1,
    .title = "Accelerate neural network calculations",
    .about = "lessons 0 to 5",
    .shapes = assessed_shapes,
    .timed = {.n = 100000000},
    .limit_s = 1,
};

const struct gs_exercise gs_exercise_create_hidden_layer = {
    .name = "create_hidden_layer",
    .title = "Create a hidden layer on the GPU",
    .entry = "create_hidden_layer",
    .parameters = hidden_parameters,
    .shapes = gs_pipeline_shapes,
    .n_name = "n",
    .hints =
        {"A kernel cannot read what lies in ordinary variables of the host. Which arrays does the "
         "device need of its own, and what has to be copied, in which direction?",
         "Write __device__ before each of the three functions. A kernel calls all three for its "
         "element, so that nothing between the steps is stored; one copy goes to the device for "
         "each input, and one comes back.",
         "cudaMalloc() twice; copy greys and weights there; a kernel with i < n and out[i] = "
         "activate(weigh(normalize(greys[i]), weights[i])), which may write over the grey values; "
         "copy the result to layer; cudaFree() twice. Chunks in several streams are faster still."},
    .count = gs_count_n,
    .fill = hidden_fill,
    .solve = hidden_solve,
    .tolerance = 2e-6,
    .explain = hidden_explain,
    .audit = hidden_audit,
    .say_finding = gs_say_not_brought,
    .budget = hidden_budget,
    .assessment = &first_assessment,
};
