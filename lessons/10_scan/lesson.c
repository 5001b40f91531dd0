/* Lesson 10: all sums on the way, and what they are good for: elements that are kept, one behind
 * the other. */
#include "lesson.h"

#include "dtype.h"
#include "goals.h"
#include "random.h"

gs_run_fn inclusive_sum_serial, inclusive_sum_simd, inclusive_sum_threads;
gs_run_fn inclusive_sum_step_by_step, inclusive_sum_blelloch, inclusive_sum_warp_shuffle;
gs_run_fn inclusive_sum_three_kernels, inclusive_sum_single_pass, inclusive_sum_cub;

gs_run_fn exclusive_sum_serial, exclusive_sum_simd, exclusive_sum_threads;
gs_run_fn exclusive_sum_step_by_step, exclusive_sum_blelloch, exclusive_sum_warp_shuffle;
gs_run_fn exclusive_sum_three_kernels, exclusive_sum_single_pass, exclusive_sum_cub;

gs_run_fn compact_serial, compact_threads;
gs_run_fn compact_scan_and_scatter, compact_single_pass, compact_cub;

/* Elements of a room beyond those for n: 2^16 bytes of the smallest. */
enum { SPARE = 1 << 14 };

/*
 * Marks in the elements: how much there is before every so many of them. They are made once, and
 * whoever compares begins at the nearest.
 */
enum { MARKS = 4096 };

struct marks {
    size_t distance;
    uint64_t before[MARKS];
};

/* What element i adds: its value, or 1 if it is kept. */
typedef uint64_t amount_fn(const struct gs_data *data, size_t i);

static void make_marks(const struct gs_data *data, amount_fn *amount, struct marks *marks)
{
    size_t n = data->n;
    marks->distance = n / MARKS + 1;
#pragma omp parallel for schedule(static)
    for (size_t m = 0; m < MARKS; m++) {
        uint64_t sum = 0;
        for (size_t i = m * marks->distance; i < (m + 1) * marks->distance && i < n; i++)
            sum += amount(data, i);
        marks->before[m] = sum;
    }
    uint64_t before = 0;
    for (size_t m = 0; m < MARKS; m++) {
        uint64_t sum = marks->before[m];
        marks->before[m] = before;
        before += sum;
    }
}

/* How much there is before element i, which is below n. */
static uint64_t before_element(const struct gs_data *data, amount_fn *amount, size_t i)
{
    const struct marks *marks = data->reference;
    uint64_t sum = marks->before[i / marks->distance];
    for (size_t k = i / marks->distance * marks->distance; k < i; k++)
        sum += amount(data, k);
    return sum;
}

/* ---- scan ------------------------------------------------------------------------------------ */

enum { A, B, SCAN_ROOM };

static const struct gs_array scan_arrays[] = {
    [A] = {.name = "a", .role = GS_INPUT},
    [B] = {.name = "b", .role = GS_OUTPUT},
    [SCAN_ROOM] = {.name = "room", .role = GS_SCRATCH},
};

static size_t scan_length(size_t array, size_t n)
{
    return array == SCAN_ROOM ? n + SPARE : n;
}

/*
 * Floats are whole numbers from -4 to 4. Their sums grow as the root of n and stay far below 2^24,
 * so that f32 holds every sum of any stretch of them, and in whatever order a variant adds, it
 * rounds nothing: one element that is missing shows, at every n. Integers are random in half of
 * their range, and their sums wrap around.
 */
enum { LARGEST = 4 };

static void scan_fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        uint64_t bits = gs_random_bits(data->seed, (unsigned)array, i);
        double whole = (double)((bits >> 32) * (2 * LARGEST + 1) >> 32) - LARGEST;
        if (data->dtype == GS_I32)
            ((int32_t *)data->arrays[array])[i] = gs_random_i32(data->seed, (unsigned)array, i);
        else if (data->dtype == GS_I64)
            ((int64_t *)data->arrays[array])[i] = gs_random_i64(data->seed, (unsigned)array, i);
        else
            gs_dtype_set(data->dtype, data->arrays[array], i, whole);
    }
}

/* The value of an element of a, of which the lower bits are right in any sum. */
static uint64_t value_of(const struct gs_data *data, size_t i)
{
    const void *a = data->arrays[A];
    switch (data->dtype) {
    case GS_F32:
        return (uint64_t)(int64_t)((const float *)a)[i];
    case GS_F64:
        return (uint64_t)(int64_t)((const double *)a)[i];
    case GS_I32:
        return (uint64_t)(int64_t)((const int32_t *)a)[i];
    default:
        return (uint64_t)((const int64_t *)a)[i];
    }
}

static void scan_refer(const struct gs_data *data, void *out)
{
    make_marks(data, value_of, out);
}

/* All are right exactly: sums of integers are the same bits in any order, and those of floats are
 * not rounded. */
static void match_sum(const struct gs_data *data, size_t i, uint64_t sum, struct gs_match *found)
{
    long double want =
        data->dtype == GS_I32 ? (long double)(int32_t)(uint32_t)sum : (long double)(int64_t)sum;
    gs_match_value(found, data->dtype, data->arrays[B], i, want, 0);
}

static void inclusive_compare(const struct gs_data *data, size_t begin, size_t end,
                              struct gs_match *found)
{
    uint64_t sum = before_element(data, value_of, begin);
    for (size_t i = begin; i < end; i++) {
        sum += value_of(data, i);
        match_sum(data, i, sum, found);
    }
}

static void exclusive_compare(const struct gs_data *data, size_t begin, size_t end,
                              struct gs_match *found)
{
    uint64_t sum = before_element(data, value_of, begin);
    for (size_t i = begin; i < end; i++) {
        match_sum(data, i, sum, found);
        sum += value_of(data, i);
    }
}

/* Reads a, writes b. */
static size_t scan_traffic(enum gs_dtype dtype, size_t n)
{
    return 2 * n * gs_dtype_bytes(dtype);
}

/* ---- compact --------------------------------------------------------------------------------- */

enum { COUNT = 2, COMPACT_ROOM };

static const struct gs_array compact_arrays[] = {
    [A] = {.name = "a", .role = GS_INPUT},
    [B] = {.name = "b", .role = GS_OUTPUT},
    [COUNT] = {.name = "count", .role = GS_OUTPUT, .dtype = GS_I64},
    [COMPACT_ROOM] = {.name = "room", .role = GS_SCRATCH},
};

static size_t compact_length(size_t array, size_t n)
{
    return array == COUNT ? 1 : array == COMPACT_ROOM ? 2 * n + SPARE : n;
}

static uint64_t is_kept(const struct gs_data *data, size_t i)
{
    return gs_dtype_get(data->dtype, data->arrays[A], i) > 0 ? 1 : 0;
}

static void compact_refer(const struct gs_data *data, void *out)
{
    make_marks(data, is_kept, out);
}

/* Results go by the elements of a: each that is kept has one. The last result is the count. */
static size_t compact_results(size_t n)
{
    return n + 1;
}

static void compact_compare(const struct gs_data *data, size_t begin, size_t end,
                            struct gs_match *found)
{
    size_t n = data->n;
    uint64_t place = begin < n ? before_element(data, is_kept, begin) : 0;
    for (size_t i = begin; i < end && i < n; i++) {
        if (is_kept(data, i))
            gs_match_value(found, data->dtype, data->arrays[B], place++,
                           gs_dtype_get(data->dtype, data->arrays[A], i), 0);
    }
    if (end <= n)
        return;
    if (begin == n && n > 0)
        place = before_element(data, is_kept, n - 1) + is_kept(data, n - 1);
    gs_match_integer(found, n, *(const int64_t *)data->arrays[COUNT], (int64_t)place);
}

/* Reads a, and writes what is kept: half of it. */
static size_t compact_traffic(enum gs_dtype dtype, size_t n)
{
    return (n + n / 2) * gs_dtype_bytes(dtype);
}

static const char *compact_refuse(const struct gs_variant *variant, size_t n, unsigned grid,
                                  unsigned block)
{
    (void)grid, (void)block;
    return variant->run == compact_scan_and_scatter && n >> 32 != 0
               ? "its places are numbers of 32 bits, which end at 2^32 elements"
               : NULL;
}

/* ---- variants -------------------------------------------------------------------------------- */

/* Those of both scans, in the order in which they are taught. */
#define SCAN_VARIANTS(workload)                                                                    \
    {.name = "serial",                                                                             \
     .place = GS_CPU_SERIAL,                                                                       \
     .run = workload##_serial,                                                                     \
     .about = "one CPU thread, a plain loop: each addition waits for the one before"},             \
        {.name = "simd",                                                                           \
         .place = GS_CPU_SERIAL,                                                                   \
         .run = workload##_simd,                                                                   \
         .about = "one CPU thread, several elements at a time"},                                   \
        {.name = "threads",                                                                        \
         .place = GS_CPU_PARALLEL,                                                                 \
         .run = workload##_threads,                                                                \
         .about = "all CPU threads: sums of parts first, then each part from its sum on"},         \
        {.name = "step_by_step",                                                                   \
         .place = GS_DEVICE,                                                                       \
         .run = workload##_step_by_step,                                                           \
         .about = "Hillis and Steele: log2 n launches, each over all elements"},                   \
        {.name = "blelloch",                                                                       \
         .place = GS_DEVICE,                                                                       \
         .run = workload##_blelloch,                                                               \
         .about = "a tree in shared memory, up and down; then the blocks' sums, then both added"}, \
        {.name = "warp_shuffle",                                                                   \
         .place = GS_DEVICE,                                                                       \
         .run = workload##_warp_shuffle,                                                           \
         .about = "the same by steps in registers: one barrier a block"},                          \
        {.name = "three_kernels",                                                                  \
         .place = GS_DEVICE,                                                                       \
         .run = workload##_three_kernels,                                                          \
         .about = "sums of tiles, sums of these, then each tile from its sum on: 3 n traffic"},    \
        {.name = "single_pass",                                                                    \
         .place = GS_DEVICE,                                                                       \
         .run = workload##_single_pass,                                                            \
         .about = "one launch: each tile looks back at what those before have posted"},            \
    {                                                                                              \
        .name = "cub", .place = GS_DEVICE, .run = workload##_cub,                                  \
        .about = "the CUDA toolkit's library", .traits = GS_ANY_BLOCK,                             \
        .needs = "CUB (it comes with the CUDA toolkit)"                                            \
    }

static const struct gs_variant inclusive_variants[] = {SCAN_VARIANTS(inclusive_sum)};
static const struct gs_variant exclusive_variants[] = {SCAN_VARIANTS(exclusive_sum)};

static const struct gs_variant compact_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = compact_serial,
     .about = "one CPU thread, a loop without a branch"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = compact_threads,
     .about = "all CPU threads: counts of parts first, then each part to its place"},
    {.name = "scan_and_scatter",
     .place = GS_DEVICE,
     .run = compact_scan_and_scatter,
     .about = "a mark for each element, the exclusive sums of all marks, then a scatter"},
    {.name = "single_pass",
     .place = GS_DEVICE,
     .run = compact_single_pass,
     .about = "one launch: votes count within a warp, and tiles look back"},
    {.name = "cub",
     .place = GS_DEVICE,
     .run = compact_cub,
     .about = "the CUDA toolkit's library",
     .traits = GS_ANY_BLOCK,
     .needs = "CUB (it comes with the CUDA toolkit)"},
};

/* ---- the lesson ------------------------------------------------------------------------------ */

/* A large array as fast as CUB scans it; on the CPU as fast as the best library. */
static const struct gs_goal scan_goals[] = {
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_DEVICE,
     .cache = GS_CACHE_COLD,
     .least_n = (size_t)1 << 27,
     .most_n = (size_t)1 << 27,
     .at_least = 0.97},
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_HOST,
     .cache = GS_CACHE_WARM,
     .least_n = 1000000,
     .at_least = 1},
};

static const struct gs_goal compact_goals[] = {
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_HOST,
     .cache = GS_CACHE_WARM,
     .least_n = 1000000,
     .at_least = 1},
};

#define SCAN(scan, what, compares, all_variants)                                                   \
    {                                                                                              \
        .name = scan, .formula = what, .arrays = scan_arrays,                                      \
        .array_count = GS_COUNT(scan_arrays), .dtypes = GS_DTYPES_ALL,                             \
        .sizes = "1Ki:4Mi:*4,999999", .blocks = "32:1024:*2", .block = 512, .length = scan_length, \
        .fill = scan_fill, .refer = scan_refer, .reference_bytes = sizeof(struct marks),           \
        .compare = compares, .traffic = scan_traffic, .arithmetic = {.mads = 1},                   \
        .variants = all_variants, .variant_count = GS_COUNT(all_variants),                         \
        .contenders = "threads,single_pass", .goals = scan_goals,                                  \
        .goal_count = GS_COUNT(scan_goals)                                                         \
    }

static const struct gs_workload workloads[] = {
    SCAN("inclusive_sum", "b[i] = a[0] + ... + a[i]", inclusive_compare, inclusive_variants),
    SCAN("exclusive_sum", "b[i] = a[0] + ... + a[i - 1]", exclusive_compare, exclusive_variants),
    {
        .name = "compact",
        .formula = "b = the elements of a above 0, in their order",
        .arrays = compact_arrays,
        .array_count = GS_COUNT(compact_arrays),
        .typed_arrays = 1u << COUNT,
        .dtypes = GS_DTYPES_ALL,
        .sizes = "1Ki:4Mi:*4,999999",
        .blocks = "32:1024:*2",
        .block = 512,
        .length = compact_length,
        .refer = compact_refer,
        .reference_bytes = sizeof(struct marks),
        .results = compact_results,
        .compare = compact_compare,
        .traffic = compact_traffic,
        .refuse = compact_refuse,
        .variants = compact_variants,
        .variant_count = GS_COUNT(compact_variants),
        .contenders = "threads,single_pass",
        .goals = compact_goals,
        .goal_count = GS_COUNT(compact_goals),
    },
};

const struct gs_lesson gs_lesson_scan = {
    .number = 10,
    .slug = "scan",
    .title = "all sums on the way",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
