/* Lesson 1: values counted, with atomics. It is C and no data: a wrong count is held against the
 * threads and blocks of the launch. */
#include "histograms.h"

#include "exercise.h"

/* m: bins. Around a warp, around a block of 256, and many blocks with a remainder. */
static const struct gs_shape histogram_shapes[] = {
    {.n = 0, .m = 8},     {.n = 1, .m = 5},    {.n = 31, .m = 4},    {.n = 33, .m = 10},
    {.n = 255, .m = 256}, {.n = 256, .m = 16}, {.n = 257, .m = 100}, {.n = (1 << 16) + 11, .m = 50},
    GS_LAST_SHAPE,
};

/* Each value is loaded once, and counted by at most one atomic operation; counts that blocks or
 * threads keep first are added up. */
static void histogram_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 2.1;
    most->global_bytes = 2 * sizeof(int) * shape->n + sizeof(unsigned) * (shape->n + 64 * shape->m);
}

const struct gs_exercise gs_exercise_histogram = {
    .name = "histogram",
    .title = "Count with atomics",
    .entry = "histogram",
    .parameters = gs_histogram_parameters,
    .shapes = histogram_shapes,
    .n_name = "n",
    .m_name = "bins",
    .hints = {"Values 7, 2, 7: which counts do threads 0, 1 and 2 add to? What if two of them add "
              "to one count at the same time?",
              "The thread with number i looks at values[i], if i < n, and adds 1 to the count of "
              "that value, in one step as in exercise 1.1.",
              "if (i < n), then atomicAdd() of 1 to &counts[values[i]]."},
    .count = gs_histogram_count,
    .fill = gs_histogram_fill,
    .solve = gs_histogram_solve,
    .explain = gs_histogram_explain,
    .budget = histogram_budget,
    .say_finding = gs_histogram_say_finding,
};
