/* Lesson 3: the end of an array. */
#include "two_arrays.h"

#include "exercise_tools.h"

static void vecadd_solve(const struct gs_shape *shape, const void *const *arrays,
                         struct gs_expected *out)
{
    const float *a = arrays[GS_A], *b = arrays[GS_B];
    double *c = out->want[GS_C];
    for (size_t i = 0; i < shape->n; i++)
        c[i] = (double)a[i] + (double)b[i];
    out->scale = 1e-6; /* a sum near 0 of numbers near 1 */
}

static void vecadd_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    gs_budget_one_pass(most, gs_two_arrays_bytes(shape));
}

const struct gs_exercise gs_exercise_vecadd = {
    .name = "vecadd",
    .title = "Guard the end of the array",
    .entry = "vecadd",
    .parameters = gs_two_arrays,
    .shapes = gs_shapes_around_256,
    .n_name = "n",
    .hints =
        {"Take n = 257. n / 256 gives one block, and one element is left over: what has to be "
         "added to n before the division, so that the rest gets a block too?",
         "Round up by adding one less than a block has. Then the last block has threads without "
         "an element: each thread has to ask whether it has one. And with n = 0 there is no "
         "block to launch.",
         "In vecadd(): (n + block - 1) / block blocks, and a launch only where that is not 0, "
         "for CUDA refuses a grid of none. In the kernel: if (i < n) around the addition."},
    .count = gs_count_n,
    .fill = gs_two_arrays_fill,
    .solve = vecadd_solve,
    .tolerance = 1e-6,
    .say_finding = gs_two_arrays_say_finding,
    .budget = vecadd_budget,
    .timed = {.n = (size_t)1 << 25},
    .timed_bytes = gs_two_arrays_bytes,
    .timed_ratio = 1.25,
};
