/* Lesson 13: steps of three kernels, captured as a graph. It is C and no data: it asks which
 * kernels ran in which launch of which graph. */
#include "launch_order.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { A, N, STEPS };

enum { KERNELS = 3 }; /* of a step */

static const struct gs_array parameters[] = {
    {"a", GS_UPDATED, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"steps", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

static const struct gs_shape shapes[] = {
    {300, 4}, {0, 2}, {1, 1}, {256, 2}, {(1 << 12) + 11, 5}, GS_LAST_SHAPE,
};

static size_t count(const struct gs_shape *shape, unsigned parameter)
{
    (void)parameter;
    return shape->n;
}

static void fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[A];
    for (size_t i = 0; i < shape->n; i++)
        a[i] = 40 + 8 * gs_random_f32(seed, A, i);
    *(uint64_t *)arrays[N] = shape->n;
    *(uint64_t *)arrays[STEPS] = shape->m;
}

/* Element i, behind so many steps. */
static double after_steps(const float *a, size_t i, size_t steps)
{
    double value = (double)a[i];
    for (size_t step = 0; step < steps; step++)
        value = 1 / (1 + value / 2 + (double)(i % 8));
    return value;
}

static void solve(const struct gs_shape *shape, const void *const *arrays, struct gs_expected *out)
{
    for (size_t i = 0; i < shape->n; i++)
        ((double *)out->want[A])[i] = after_steps(arrays[A], i, shape->m);
}

/* ---- wrong values ---------------------------------------------------------------------------- */

static bool is_after(const struct gs_wrong *wrong, size_t steps)
{
    for (size_t i = 0; i < wrong->count; i++) {
        const double got = (double)((const float *)wrong->got)[i];
        const double want = after_steps(wrong->arrays[A], i, steps);
        if (!(fabs(got - want) <= 1e-5 * want))
            return false;
    }
    return true;
}

/* The kernels in another order, as they follow each other. */
static const char *const orders[][KERNELS] = {{"halve", "invert", "add_index"},
                                              {"add_index", "halve", "invert"},
                                              {"add_index", "invert", "halve"},
                                              {"invert", "halve", "add_index"},
                                              {"invert", "add_index", "halve"}};

static double after_kernel(const char *kernel, size_t i, double value)
{
    return kernel[0] == 'h'   ? value / 2
           : kernel[0] == 'a' ? value + (double)(i % 8)
                              : 1 / (1 + value);
}

static bool is_in_order(const struct gs_wrong *wrong, const char *const order[KERNELS])
{
    for (size_t i = 0; i < wrong->count; i++) {
        const double got = (double)((const float *)wrong->got)[i];
        double want = (double)((const float *)wrong->arrays[A])[i];
        for (size_t k = 0; k < wrong->shape->m * KERNELS; k++)
            want = after_kernel(order[k % KERNELS], i, want);
        if (!(fabs(got - want) <= 1e-5 * want))
            return false;
    }
    return true;
}

static bool explain_order(const struct gs_wrong *wrong, struct gs_saying *out)
{
    for (size_t k = 0; wrong->shape->m > 0 && k < sizeof orders / sizeof orders[0]; k++) {
        if (is_in_order(wrong, orders[k]))
            return gs_say(out, "other-order",
                          "a is as after %s, %s and %s in each step, and a step is halve, "
                          "add_index and invert, in this order.",
                          orders[k][0], orders[k][1], orders[k][2]);
    }
    return false;
}

static bool explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t steps = wrong->shape->m;
    if (explain_order(wrong, out))
        return true;
    if (steps > 1 && is_after(wrong, steps - 1))
        return gs_say(out, "one-step-missing",
                      "a is as after %zu steps, and %zu were asked for. While a stream is captured "
                      "it runs nothing: all steps are launches of the graph.",
                      steps - 1, steps);
    for (size_t done = 1; done < steps + 2; done++) {
        if (is_after(wrong, done))
            return gs_say(out, "other-steps",
                          "a is as after %zu step%s, and %zu were asked for: each launch of the "
                          "graph is one step.",
                          done, done == 1 ? "" : "s", steps);
    }
    return false;
}

/* ---- what was asked for ---------------------------------------------------------------------- */

static bool audit_order(const struct gs_shape *shape, const struct gs_order *order,
                        struct gs_saying *out)
{
    return gs_audit_one_graph(order, shape->m, "do one step", out) ||
           gs_audit_each_launch(order, "a", shape->n / 2, shape->n, "do one step", out) ||
           gs_audit_host_waits(order, out) || gs_audit_kernels_done(order, out);
}

static bool audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    if (shape->n == 0 || !gs_tells_all(report))
        return false;
    if (gs_inspected_total(report, "launches") == 0)
        return gs_say_no_kernel(out);
    return gs_with_order(shape, gs_inspected_operations(report), audit_order, out) ||
           (shape->n > 1 && gs_audit_each_kernel(report, "a", out));
}

static void budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = KERNELS * shape->m;
    most->threads = KERNELS * shape->m * (shape->n + 1024);
    most->sectors = 1.1;
    most->global_bytes = KERNELS * shape->m * 2 * sizeof(float) * shape->n;
}

const struct gs_exercise gs_exercise_captured_steps = {
    .name = "captured_steps",
    .title = "A captured graph",
    .entry = "captured_steps",
    .parameters = parameters,
    .shapes = shapes,
    .n_name = "n",
    .m_name = "steps",
    .hints =
        {"Which calls are the same in each step? Between cudaStreamBeginCapture() and "
         "cudaStreamEndCapture() a stream runs nothing: what it is given becomes a graph.",
         "cudaGraphInstantiate() makes of a graph what cudaGraphLaunch() can launch. The first "
         "belongs before the loop, the second into it.",
         "cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal); the three "
         "launches; cudaStreamEndCapture(stream, &graph); cudaGraphInstantiate(&exec, graph, "
         "0). In the loop cudaGraphLaunch(exec, stream). Behind it cudaStreamSynchronize(), "
         "cudaGraphExecDestroy(), cudaGraphDestroy() and cudaStreamDestroy()."},
    .count = count,
    .fill = fill,
    .solve = solve,
    .tolerance = 1e-5,
    .explain = explain,
    .audit = audit,
    .budget = budget,
};
