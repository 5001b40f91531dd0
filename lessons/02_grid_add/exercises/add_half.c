/* Lesson 2: one element, one thread. */
#include "exercise_tools.h"

#include "random.h"

enum { HALF_A, HALF_N };

static const struct gs_array half_parameters[] = {
    {"a", GS_UPDATED, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {0},
};

/* Around a warp, around a block of 256, many blocks with a remainder, few enough that also a kernel
 * that goes over all elements in each thread comes to its end, and more than a short can count. */
static const struct gs_shape half_shapes[] = {
    {.n = 0},
    {.n = 1},
    {.n = 31},
    {.n = 33},
    {.n = 255},
    {.n = 256},
    {.n = 257},
    {.n = (1 << 12) + 11},
    {.n = (1 << 15) + 11},
    GS_LAST_SHAPE,
};

static void half_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[HALF_A];
    for (size_t i = 0; i < shape->n; i++)
        a[i] = gs_random_f32(seed, HALF_A, i);
    *(uint64_t *)arrays[HALF_N] = shape->n;
}

static void half_solve(const struct gs_shape *shape, const void *const *arrays,
                       struct gs_expected *out)
{
    const float *a = arrays[HALF_A];
    double *want = out->want[HALF_A];
    for (size_t i = 0; i < shape->n; i++)
        want[i] = (double)a[i] + 0.5;
    out->scale = 1; /* the sum of numbers near 1 may be near 0 */
}

static bool half_say_finding(const struct gs_shape *shape, const json_t *report,
                             const json_t *finding, struct gs_saying *out)
{
    const struct gs_party first = gs_party_of(finding, "first");
    const struct gs_party second = gs_party_of(finding, "second");
    (void)shape;
    (void)report;
    if (!gs_is_race(finding))
        return false;
    if (gs_kernel_numbers_threads(finding))
        return gs_say(out, "race",
                      "Two threads took a[%zu] (%s and %s), and one update was lost. The number of "
                      "a thread in the grid stands in the kernel: is the index that number alone, "
                      "and does a thread stay at its element?",
                      (size_t)gs_get_number(finding, "index"), first.name, second.name);
    return gs_say(out, "race",
                  "Two threads took a[%zu] (%s and %s), and one update was lost. Each thread needs "
                  "an element of its own, and no thread of another block may have the same.",
                  (size_t)gs_get_number(finding, "index"), first.name, second.name);
}

/* A piece that begins anywhere takes a fifth sector for every four. */
static void half_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 1.3;
    most->global_bytes = 2 * sizeof(float) * shape->n;
}

static size_t half_bytes(const struct gs_shape *shape)
{
    return 2 * sizeof(float) * shape->n;
}

const struct gs_exercise gs_exercise_add_half = {
    .name = "add_half",
    .title = "One element, one thread",
    .entry = "add_half",
    .parameters = half_parameters,
    .shapes = half_shapes,
    .n_name = "n",
    .hints = {"How many threads do blocks 0, 1 and 2 have together? Which number does the first "
              "thread of block 3 get?",
              "Before a block's own threads come those of all blocks before it: blockIdx.x blocks "
              "of blockDim.x threads. And n need not be a multiple of 256.",
              "size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, and then if (i < n)."},
    .count = gs_count_n,
    .fill = half_fill,
    .solve = half_solve,
    .tolerance = 1e-7,
    .say_finding = half_say_finding,
    .budget = half_budget,
    .timed = {.n = (size_t)1 << 25},
    .timed_bytes = half_bytes,
    .timed_ratio = 1.25,
};
