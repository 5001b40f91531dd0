/* Lesson 13: two kernels in a stream each. It is C and no data: it asks in which streams they ran,
 * and what waits for what. */
#include "launch_order.h"

#include "exercise_tools.h"

#include "random.h"

enum { DOUBLED, SQUARED, X, N };

static const struct gs_array parameters[] = {
    {"doubled", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"squared", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"x", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

static const struct gs_shape shapes[] = {
    {.n = 300}, {.n = 0}, {.n = 1}, {.n = 256}, {.n = (1 << 12) + 11}, GS_LAST_SHAPE,
};

static void fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *x = arrays[X];
    for (size_t i = 0; i < shape->n; i++)
        x[i] = 3 + gs_random_f32(seed, X, i);
    *(uint64_t *)arrays[N] = shape->n;
}

static void solve(const struct gs_shape *shape, const void *const *arrays, struct gs_expected *out)
{
    const float *x = arrays[X];
    double *doubled = out->want[DOUBLED], *squared = out->want[SQUARED];
    for (size_t i = 0; i < shape->n; i++) {
        doubled[i] = 2 * (double)x[i];
        squared[i] = (double)x[i] * (double)x[i];
    }
}

/* The last wait of the second kernel's stream for an event, before it; or the second kernel. */
static const json_t *last_wait(const struct gs_order *order, size_t second)
{
    const json_t *launch = gs_order_at(order, second);
    for (size_t i = second; i-- > 0;) {
        const json_t *operation = gs_order_at(order, i);
        if (gs_has_text(operation, "do", "wait-event") &&
            gs_get_number(operation, "stream") == gs_get_number(launch, "stream"))
            return operation;
    }
    return launch;
}

static bool audit_streams(const struct gs_order *order, size_t first, size_t second,
                          struct gs_saying *out)
{
    const json_t *launches[] = {gs_order_at(order, first), gs_order_at(order, second)};
    for (size_t k = 0; k < 2; k++) {
        out->line = gs_line_of(launches[k]);
        if (gs_get_number(launches[k], "stream") == 0)
            return gs_say(out, "default-stream",
                          "%.40s is in stream 0, the default, which waits for all other streams, "
                          "and they for it. Hand it a stream that you created.",
                          gs_get_text(launches[k], "kernel"));
    }
    if (gs_get_number(launches[0], "stream") == gs_get_number(launches[1], "stream"))
        return gs_say(out, "one-stream",
                      "Both kernels are in one stream, where the second waits for the first. Give "
                      "each of them its own.");
    if (gs_order_may_overlap(order, first, second))
        return false;
    if (gs_audit_host_waits(order, out))
        return true;
    out->line = gs_line_of(last_wait(order, second));
    return gs_say(out, "needless-wait",
                  "The second kernel waits for the first here, by an event. It does not need what "
                  "that one computes: leave the wait out.");
}

static bool audit_order(const struct gs_shape *shape, const struct gs_order *order,
                        struct gs_saying *out)
{
    (void)shape;
    const size_t first = gs_nth_launch(order, 0), second = gs_nth_launch(order, 1);
    return gs_audit_launches(order, 2, out) || gs_audit_own_arrays(order, out) ||
           (second < order->count && audit_streams(order, first, second, out)) ||
           gs_audit_kernels_done(order, out);
}

static bool audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    if (shape->n == 0 || !gs_tells_all(report))
        return false;
    if (gs_inspected_total(report, "launches") == 0)
        return gs_say_no_kernel(out);
    return gs_with_order(shape, gs_inspected_operations(report), audit_order, out);
}

static void budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 2;
    most->sectors = 1.1;
    most->global_bytes = 4 * sizeof(float) * shape->n;
}

const struct gs_exercise gs_exercise_two_streams = {
    .name = "two_streams",
    .title = "Two kernels that need not wait for each other",
    .entry = "two_streams",
    .parameters = parameters,
    .shapes = shapes,
    .n_name = "n",
    .hints = {"In one stream a kernel begins when the one before it has ended. How many streams "
              "does it take so that neither waits?",
              "cudaStreamCreate() makes a stream. The fourth argument of a launch is its stream; "
              "the third is a number of bytes, and 0 here.",
              "cudaStream_t one, other; cudaStreamCreate(&one); cudaStreamCreate(&other); "
              "double_each<<<grid, block, 0, one>>>(doubled, x, n); and square_each in `other`. "
              "Then cudaStreamSynchronize() and cudaStreamDestroy() for each of them."},
    .count = gs_count_n,
    .fill = fill,
    .solve = solve,
    .tolerance = 1e-6,
    .audit = audit,
    .budget = budget,
};
