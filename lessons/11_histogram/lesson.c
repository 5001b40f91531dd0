/* Lesson 11: how often each value comes, where the data decides which threads meet. */
#include "lesson.h"

#include "../../kernels/11_histogram.h"
#include "dtype.h"
#include "goals.h"
#include "random.h"

gs_run_fn histogram_serial, histogram_threads;
gs_run_fn histogram_global, histogram_shared, histogram_warp, histogram_runs, histogram_lanes;
gs_run_fn histogram_vector4, histogram_cub;

enum { A, COUNTS, ROOM };

static const struct gs_array arrays[] = {
    [A] = {.name = "a", .role = GS_INPUT},
    [COUNTS] = {.name = "counts", .role = GS_OUTPUT, .dtype = GS_I32},
    [ROOM] = {.name = "room", .role = GS_SCRATCH},
};

static size_t length(size_t array, size_t n)
{
    return array == A ? n : array == COUNTS ? BINS : room_elements(n);
}

/* ---- what the data is like ------------------------------------------------------------------- */

/* Values that are spread over all bins go a little beyond them on both sides. */
enum { BEYOND = 4, SPREAD = BINS + 2 * BEYOND };

/* In [0, 1). */
static double random_share(const struct gs_data *data, size_t i)
{
    return (double)(gs_random_bits(data->seed, A, i) >> 11) * 0x1p-53;
}

/*
 * An element's value, as a position among the bins. Integers are the bin itself; floats are cut to
 * the middle between two multiples of 2^-15, which is exact in a bin. Nothing is at 256, where some
 * libraries count what is just there in the last bin: what is beyond begins at 257.
 */
static void set_position(const struct gs_data *data, size_t i, double position)
{
    position += position >= BINS ? 1 : 0;
    const int64_t cut = (int64_t)((position + BEYOND) * 0x1p15); /* not below 0: cut downwards */
    if (data->dtype == GS_F32)
        ((float *)data->arrays[A])[i] = (float)(((double)cut + 0.5) * 0x1p-15 - BEYOND);
    else
        ((int32_t *)data->arrays[A])[i] = (int32_t)(cut >> 15) - BEYOND;
}

/* All bins as often, and all over the array. */
static void fill_uniform(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    (void)array;
    for (size_t i = begin; i < end; i++)
        set_position(data, i, SPREAD * random_share(data, i) - BEYOND);
}

/* All bins as often, and each element at least as large as the one before. */
static void fill_sorted(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    (void)array;
    const double step = SPREAD / (double)data->n;
    for (size_t i = begin; i < end; i++)
        set_position(data, i, step * ((double)i + random_share(data, i)) - BEYOND);
}

/* The eighth power of what is uniform: half of the elements are in bin 0, one in 22 is in bin 1,
 * and one in 2000 in the last. */
static void fill_skewed(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    (void)array;
    for (size_t i = begin; i < end; i++) {
        const double share = random_share(data, i), square = share * share;
        const double fourth = square * square;
        set_position(data, i, BINS * (fourth * fourth));
    }
}

/* All in one bin: which one depends on the seed. */
static void fill_one_bin(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    const double bin = (double)(gs_random_bits(data->seed, COUNTS, 0) % BINS);
    (void)array;
    for (size_t i = begin; i < end; i++)
        set_position(data, i, bin + random_share(data, i));
}

/* ---- the reference --------------------------------------------------------------------------- */

static void count_all(const struct gs_data *data, void *out)
{
    int64_t *counts = out;
    for (size_t bin = 0; bin < BINS; bin++)
        counts[bin] = 0;
#pragma omp parallel
    {
        int64_t own[BINS] = {0};
#pragma omp for schedule(static)
        for (size_t i = 0; i < data->n; i++) {
            const long double x = gs_dtype_get(data->dtype, data->arrays[A], i);
            if (x >= 0 && x < BINS)
                own[(size_t)x]++;
        }
#pragma omp critical
        for (size_t bin = 0; bin < BINS; bin++)
            counts[bin] += own[bin];
    }
}

static size_t results(size_t n)
{
    (void)n;
    return BINS;
}

static void compare(const struct gs_data *data, size_t begin, size_t end, struct gs_match *found)
{
    const int64_t *right = data->reference;
    for (size_t bin = begin; bin < end; bin++)
        gs_match_integer(found, bin, ((const int32_t *)data->arrays[COUNTS])[bin], right[bin]);
}

/* Reads a, and writes the counts. */
static size_t traffic(enum gs_dtype dtype, size_t n)
{
    return n * gs_dtype_bytes(dtype) + BINS * sizeof(int32_t);
}

static const char *refuse(const struct gs_variant *variant, size_t n, unsigned grid, unsigned block)
{
    (void)variant, (void)grid, (void)block;
    return n > INT32_MAX ? "its counts are numbers of 32 bits, which end at 2^31 elements" : NULL;
}

/* ---- variants -------------------------------------------------------------------------------- */

/* In the order in which they are taught. */
static const struct gs_variant variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = histogram_serial,
     .about = "one CPU thread, a plain loop"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = histogram_threads,
     .about = "all CPU threads: bins by SIMD, and eight copies of the counts in turns"},
    {.name = "global",
     .place = GS_DEVICE,
     .run = histogram_global,
     .about = "one histogram in global memory, an atomic addition for each element"},
    {.name = "shared",
     .place = GS_DEVICE,
     .run = histogram_shared,
     .about = "one for each block, in shared memory"},
    {.name = "warp",
     .place = GS_DEVICE,
     .run = histogram_warp,
     .about = "one for each warp, in shared memory"},
    {.name = "runs",
     .place = GS_DEVICE,
     .run = histogram_runs,
     .about = "one for each block, 16 bytes an access; neighbours of the same bin are added first"},
    {.name = "lanes",
     .place = GS_DEVICE,
     .run = histogram_lanes,
     .about = "one for each lane, in a bank of its own: no data makes two lanes wait"},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = histogram_vector4,
     .about = "lanes with runs, 16 bytes an access, two of which are under way"},
    {.name = "cub",
     .place = GS_DEVICE,
     .run = histogram_cub,
     .about = "the CUDA toolkit's library",
     .traits = GS_ANY_BLOCK,
     .needs = "CUB (it comes with the CUDA toolkit)"},
};

/* ---- the lesson ------------------------------------------------------------------------------ */

/* As fast as CUB counts a large array; on the CPU as fast as the best library. */
static const struct gs_goal goals[] = {
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_DEVICE,
     .cache = GS_CACHE_COLD,
     .least_n = (size_t)1 << 27,
     .most_n = (size_t)1 << 27,
     .at_least = 1},
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_HOST,
     .cache = GS_CACHE_WARM,
     .least_n = 1000000,
     .at_least = 1},
};

#define HISTOGRAM(data, what)                                                                      \
    {                                                                                              \
        .name = #data, .formula = "counts[k] = how many a[i] have k <= a[i] < k + 1; " what,       \
        .arrays = arrays, .array_count = GS_COUNT(arrays), .typed_arrays = 1u << COUNTS,           \
        .dtypes = GS_DTYPE_BIT(GS_F32) | GS_DTYPE_BIT(GS_I32), .sizes = "1Ki:1Mi:*4,999999",       \
        .blocks = "32:1024:*2", .block = 1024, .length = length, .fill = fill_##data,              \
        .refer = count_all, .reference_bytes = BINS * sizeof(int64_t), .results = results,         \
        .compare = compare, .traffic = traffic, .arithmetic = {.mads = 1}, .refuse = refuse,       \
        .variants = variants, .variant_count = GS_COUNT(variants),                                 \
        .contenders = "threads,vector4", .goals = goals, .goal_count = GS_COUNT(goals)             \
    }

static const struct gs_workload workloads[] = {
    HISTOGRAM(uniform, "all bins alike"),
    HISTOGRAM(sorted, "all bins alike, a sorted"),
    HISTOGRAM(skewed, "half of them in bin 0"),
    HISTOGRAM(one_bin, "all of them in one bin"),
};

const struct gs_lesson gs_lesson_histogram = {
    .number = 11,
    .slug = "histogram",
    .title = "how often each value comes",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
