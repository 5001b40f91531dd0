/* Lesson 13: many small kernels, and who keeps their order: streams, events, graphs. */
#include "lesson.h"

#include "../../kernels/13_streams.h"
#include "goals.h"
#include "random.h"

gs_run_fn slices_serial, slices_threads;
gs_run_fn slices_one_stream, slices_streams, slices_captured, slices_by_hand, slices_updated;
gs_run_fn slices_one_kernel;
gs_run_fn tree_serial, tree_threads;
gs_run_fn tree_one_stream, tree_streams, tree_captured, tree_by_hand, tree_updated;
gs_run_fn tree_one_kernel;

/* In both workloads the arrays are numbered so. */
enum { X, BESIDE, OUT };

/* In [0, 1): sums of many do not cancel. */
static void fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    float *values = data->arrays[array];
    for (size_t i = begin; i < end; i++)
        values[i] = (float)(gs_random_bits(data->seed, (unsigned)array, i) >> 40) * 0x1p-24f;
}

/* ---- slices ---------------------------------------------------------------------------------- */

static const struct gs_array slices_arrays[] = {
    [X] = {.name = "x", .role = GS_INPUT},
    [BESIDE] = {.name = "y", .role = GS_INPUT},
    [OUT] = {.name = "out", .role = GS_OUTPUT},
};

/* One IEEE addition is off by at most half a unit in the last place, and the wider reference adds
 * its own last rounding. */
static void slices_compare(const struct gs_data *data, size_t begin, size_t end,
                           struct gs_match *found)
{
    gs_match_sums(found, data->dtype, data->arrays[X], data->arrays[BESIDE], data->arrays[OUT],
                  begin, end, 0x1.000001p-24);
}

/* Reads x and y, writes out. */
static size_t slices_traffic(enum gs_dtype dtype, size_t n)
{
    (void)dtype;
    return 3 * n * sizeof(float);
}

/* ---- tree ------------------------------------------------------------------------------------ */

static const struct gs_array tree_arrays[] = {
    [X] = {.name = "x", .role = GS_INPUT},
    [BESIDE] = {.name = "sums", .role = GS_SCRATCH},
    [OUT] = {.name = "out", .role = GS_OUTPUT},
};

static size_t tree_length(size_t array, size_t n)
{
    return array == OUT ? slice_elements(n) : n;
}

/* Of positive numbers, in whatever order, each of 63 additions is off by half a unit of the last
 * place of the result at most; the last hundredth is for products of these, and for the reference.
 */
static void tree_compare(const struct gs_data *data, size_t begin, size_t end,
                         struct gs_match *found)
{
    const float *x = data->arrays[X], *out = data->arrays[OUT];
    const size_t count = slice_elements(data->n);
    for (size_t i = begin; i < end; i++) {
        double sum = 0;
        for (size_t k = i; k < data->n; k += count)
            sum += (double)x[k];
        gs_match_f32(found, i, out[i], sum, (SLICES - 1 + 0.01) * 0x1p-24);
    }
}

/* Reads x, writes out. */
static size_t tree_traffic(enum gs_dtype dtype, size_t n)
{
    (void)dtype;
    return (n + slice_elements(n)) * sizeof(float);
}

/* ---- variants -------------------------------------------------------------------------------- */

/* In the order in which they are taught. */
#define VARIANTS(workload, kernels)                                                                \
    {                                                                                              \
        {.name = "serial",                                                                         \
         .place = GS_CPU_SERIAL,                                                                   \
         .run = workload##_serial,                                                                 \
         .about = "one CPU thread, a plain loop"},                                                 \
            {.name = "threads",                                                                    \
             .place = GS_CPU_PARALLEL,                                                             \
             .run = workload##_threads,                                                            \
             .about = "all CPU threads, SIMD"},                                                    \
            {.name = "one_stream",                                                                 \
             .place = GS_DEVICE,                                                                   \
             .run = workload##_one_stream,                                                         \
             .about = kernels " small kernels, one launch after the other in one stream"},         \
            {.name = "streams",                                                                    \
             .place = GS_DEVICE,                                                                   \
             .run = workload##_streams,                                                            \
             .about = "the same launches in eight streams, with events where one waits"},          \
            {.name = "captured",                                                                   \
             .place = GS_DEVICE,                                                                   \
             .run = workload##_captured,                                                           \
             .about = "what `streams` does, captured as a graph once and launched as one"},        \
            {.name = "by_hand",                                                                    \
             .place = GS_DEVICE,                                                                   \
             .run = workload##_by_hand,                                                            \
             .about = "a graph built node by node, with those edges alone that are needed"},       \
            {.name = "updated",                                                                    \
             .place = GS_DEVICE,                                                                   \
             .run = workload##_updated,                                                            \
             .about = "one graph for all calls, whose nodes get new arguments in each"},           \
            {.name = "one_kernel",                                                                 \
             .place = GS_DEVICE,                                                                   \
             .run = workload##_one_kernel,                                                         \
             .about = "no small kernels: one does all of it"},                                     \
    }

static const struct gs_variant slices_variants[] = VARIANTS(slices, "64");
static const struct gs_variant tree_variants[] = VARIANTS(tree, "63");

/* ---- the lesson ------------------------------------------------------------------------------ */

/* A graph of 64 small kernels against a loop that launches them, by the host's clock. */
static const struct gs_goal slices_goals[] = {
    {.rival = GS_A_VARIANT,
     .residency = GS_RESIDENCY_CALLS,
     .cache = GS_CACHE_WARM,
     .least_n = 1 << 14,
     .most_n = 1 << 14,
     .at_least = 3,
     .variant = "by_hand",
     .against = "one_stream"},
};

static const struct gs_workload workloads[] = {
    {
        .name = "slices",
        .formula = "out[i] = x[i] + y[i], in 64 slices, each by a kernel of its own",
        .arrays = slices_arrays,
        .array_count = GS_COUNT(slices_arrays),
        .dtypes = GS_DTYPE_BIT(GS_F32),
        .sizes = "1Ki:4Mi:*4,999999",
        .blocks = "32:1024:*2",
        .block = 256,
        .fill = fill,
        .compare = slices_compare,
        .traffic = slices_traffic,
        .arithmetic = {.mads = 1},
        .variants = slices_variants,
        .variant_count = GS_COUNT(slices_variants),
        .contenders = "threads,one_stream,by_hand,one_kernel",
        .goals = slices_goals,
        .goal_count = GS_COUNT(slices_goals),
    },
    {
        .name = "tree",
        .formula = "out[i] = the sum of element i of 64 slices of x, in pairs",
        .arrays = tree_arrays,
        .array_count = GS_COUNT(tree_arrays),
        .dtypes = GS_DTYPE_BIT(GS_F32),
        .sizes = "1Ki:4Mi:*4,999999",
        .blocks = "32:1024:*2",
        .block = 256,
        .length = tree_length,
        .fill = fill,
        .results = slice_elements,
        .compare = tree_compare,
        .traffic = tree_traffic,
        .arithmetic = {.mads = 1},
        .variants = tree_variants,
        .variant_count = GS_COUNT(tree_variants),
        .contenders = "threads,one_kernel",
    },
};

const struct gs_lesson gs_lesson_streams = {
    .number = 13,
    .slug = "streams",
    .title = "many small kernels: streams, events and graphs",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
