/* Lesson 3: a kernel and its launch. */
#include "two_arrays.h"

#include "exercise_tools.h"

#include <math.h>

static void hypotenuse_solve(const struct gs_shape *shape, const void *const *arrays,
                             struct gs_expected *out)
{
    const float *a = arrays[GS_A], *b = arrays[GS_B];
    double *c = out->want[GS_C];
    for (size_t i = 0; i < shape->n; i++)
        c[i] = hypot((double)a[i], (double)b[i]);
}

/* A formula is never to be a matter of how often a compiler loads the same element. */
static void hypotenuse_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    gs_budget_one_pass(most, 5 * sizeof(float) * shape->n);
}

static bool is_about(double got, double formula)
{
    return fabs(got - formula) <= 1e-5 * (fabs(formula) + 1e-3) || (isnan(got) && isnan(formula));
}

/* The first wrong element that is a number; the first of all where there is none. */
static size_t first_that_tells(const struct gs_wrong *wrong)
{
    for (size_t i = wrong->first; i <= wrong->last; i++) {
        if (wrong->states[i] != 0 && !isnan(((const float *)wrong->got)[i]))
            return i;
    }
    return wrong->first;
}

static bool hypotenuse_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = first_that_tells(wrong);
    const double a = (double)((const float *)wrong->arrays[GS_A])[i];
    const double b = (double)((const float *)wrong->arrays[GS_B])[i];
    const double got = (double)((const float *)wrong->got)[i];
    if (wrong->untouched > 0)
        return false;
    if (is_about(got, a * a + b * b))
        return gs_say(out, "wrong-value",
                      "c[%zu] is %g, the square of the side: take its root, with sqrtf().", i, got);
    if (is_about(got, sqrt(a * a - b * b)))
        return gs_say(
            out, "wrong-value",
            "c[%zu] is %g, the root of a[%zu]^2 minus b[%zu]^2: the two squares are to be added.",
            i, got, i, i);
    if (is_about(fabs(got), fabs(a + b)))
        return gs_say(out, "wrong-value",
                      "c[%zu] is %g, a[%zu] and b[%zu] added (or the root of the square of that): "
                      "take the squares first, and add these.",
                      i, got, i, i);
    const size_t first = wrong->first;
    if (isnan(((const float *)wrong->got)[first]))
        return gs_say(
            out, "wrong-value",
            "c[%zu] is NaN, no number: what the root was taken of is below 0, and a sum of two "
            "squares never is. There a[%zu] was %g, and b[%zu] was %g.",
            first, first, (double)((const float *)wrong->arrays[GS_A])[first], first,
            (double)((const float *)wrong->arrays[GS_B])[first]);
    return false;
}

const struct gs_exercise gs_exercise_hypotenuse = {
    .name = "hypotenuse",
    .title = "Write a kernel and its launch",
    .entry = "hypotenuse",
    .parameters = gs_two_arrays,
    .shapes = gs_shapes_around_256,
    .n_name = "n",
    .hints =
        {"What differs from vecadd()? Only what a thread computes from its two elements.",
         "A thread has element blockIdx.x * blockDim.x + threadIdx.x, if that is below n. Multiply "
         "to take a square, for pow(x, 2.0) computes in double; the root of a float is sqrtf().",
         "In the kernel: if (i < n) c[i] = sqrtf(a[i] * a[i] + b[i] * b[i]). In hypotenuse(): (n + "
         "255) / 256 blocks of 256 threads, where n is not 0."},
    .count = gs_count_n,
    .fill = gs_two_arrays_fill,
    .solve = hypotenuse_solve,
    .tolerance = 1e-6,
    .explain = hypotenuse_explain,
    .say_finding = gs_two_arrays_say_finding,
    .budget = hypotenuse_budget,
    .timed = {.n = (size_t)1 << 25},
    .timed_bytes = gs_two_arrays_bytes,
    .timed_ratio = 1.5,
};
