/* Lesson 2: a[i] += 0.5 by grid position, a matrix doubled by 2-D blocks, and a branch that the
 * threads of a warp take together or not. */
#include "lesson.h"

#include "../../kernels/02_grid_add.h"
#include "dtype.h"
#include "goals.h"
#include "random.h"

#include <stdio.h>

gs_run_fn grid_add_serial, grid_add_threads;
gs_run_fn grid_add_one_per_thread, grid_add_grid_stride, grid_add_short_grid, grid_add_vector4;
gs_run_fn double_2d_serial, double_2d_threads;
gs_run_fn double_2d_row_major, double_2d_column_major, double_2d_vector4;
gs_run_fn two_branches_serial, two_branches_threads;
gs_run_fn two_branches_by_lane, two_branches_by_warp, two_branches_by_address;

static const struct gs_array arrays[] = {{.name = "a", .role = GS_UPDATED}};

/* Reads a and writes it back. */
static size_t traffic(enum gs_dtype dtype, size_t n)
{
    return 2 * n * gs_dtype_bytes(dtype);
}

/* ---- grid_add ------------------------------------------------------------------------------- */

/* 0, 1, 2, ... as one would type them; every number that comes up is exact in f32. */
static int add_initial(size_t i)
{
    return (int)(i % 1024);
}

static void add_fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        gs_dtype_set(data->dtype, data->arrays[array], i, add_initial(i));
}

/*
 * Compares element i with what it was and, where `changed`, one step more. The sums are exact, and
 * so is the comparison.
 */
static void add_compare_one(const struct gs_data *data, size_t i, bool changed,
                            struct gs_match *found)
{
    bool is_float = data->dtype == GS_F32 || data->dtype == GS_F64;
    double step = is_float ? 0.5 : 1, want = add_initial(i) + (changed ? step : 0);
    gs_match_value(found, data->dtype, data->arrays[0], i, (long double)want, 0);
}

static void add_compare(const struct gs_data *data, size_t begin, size_t end,
                        struct gs_match *found)
{
    for (size_t i = begin; i < end; i++)
        add_compare_one(data, i, true, found);
}

/* Elements that have a thread in this launch. */
static size_t covered(const struct gs_data *data)
{
    size_t block = data->block, threads = data->grid * block;
    bool short_grid = data->variant->flaw == GS_FALLS_SHORT;
    if (data->grid == 0 && short_grid && block > 0)
        threads = data->n < block ? block : data->n / block * block;
    else if (data->grid == 0 || !(short_grid || data->variant->run == grid_add_one_per_thread))
        return data->n;
    return threads < data->n ? threads : data->n;
}

static const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

/* Partial is: all elements that have a thread are right, and all others are what they were. */
static void add_judge(const struct gs_data *data, struct gs_judgement *out)
{
    size_t reached = covered(data);
    struct gs_match found = {0};
    for (size_t i = 0; i < data->n; i++)
        add_compare_one(data, i, i < reached, &found);
    if (found.wrong > 0 || reached == data->n)
        return;
    size_t missed = data->n - reached, blocks = (reached + data->block - 1) / data->block;
    out->verdict = GS_PARTIAL;
    snprintf(out->sentence, sizeof out->sentence,
             "%zu of %zu cells: %zu block%s of %u thread%s ha%s no thread for the last %zu",
             reached, data->n, blocks, plural(blocks), data->block, plural(data->block),
             blocks == 1 ? "s" : "ve", missed);
}

static const struct gs_variant add_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = grid_add_serial,
     .about = "one CPU thread, a plain loop"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = grid_add_threads,
     .about = "all CPU threads, SIMD"},
    {.name = "one_per_thread",
     .place = GS_DEVICE,
     .run = grid_add_one_per_thread,
     .about = "thread i of the grid takes element i; a grid that is too small leaves the rest"},
    {.name = "short_grid",
     .place = GS_DEVICE,
     .run = grid_add_short_grid,
     .about = "n / block blocks, rounded down: the last n % block elements get no thread",
     .flaw = GS_FALLS_SHORT},
    {.name = "grid_stride",
     .place = GS_DEVICE,
     .run = grid_add_grid_stride,
     .about = "each thread goes on one whole grid further: any grid covers any array"},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = grid_add_vector4,
     .about = "grid_stride with 16 bytes an access"},
};

/* ---- double_2d ------------------------------------------------------------------------------ */

/* Doubling changes the exponent alone, so it is exact; of integers in half their range, too. */
static void double_compare(const struct gs_data *data, size_t begin, size_t end,
                           struct gs_match *found)
{
    for (size_t i = begin; i < end; i++) {
        long double first = gs_random_value(data->dtype, data->seed, 0, i);
        gs_match_value(found, data->dtype, data->arrays[0], i, 2 * first, 0);
    }
}

static const struct gs_variant double_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = double_2d_serial,
     .about = "one CPU thread, a plain loop"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = double_2d_threads,
     .about = "all CPU threads, SIMD"},
    {.name = "column_major",
     .place = GS_DEVICE,
     .run = double_2d_column_major,
     .about = "threadIdx.x runs down a column: a warp's threads are a whole row apart"},
    {.name = "row_major",
     .place = GS_DEVICE,
     .run = double_2d_row_major,
     .about = "threadIdx.x runs along a row: a warp's threads are neighbours in memory"},
    {.name = "vector4",
     .place = GS_DEVICE,
     .run = double_2d_vector4,
     .about = "row_major with 16 bytes an access, in blocks as wide as a row needs"},
};

/* ---- two_branches --------------------------------------------------------------------------- */

enum { BRANCH_A, BRANCH_B, BRANCH_EVEN, BRANCH_ODD };

static const struct gs_array branch_arrays[] = {
    [BRANCH_A] = {.name = "a", .role = GS_INPUT},
    [BRANCH_B] = {.name = "b", .role = GS_OUTPUT},
    [BRANCH_EVEN] = {.name = "even", .role = GS_INPUT},
    [BRANCH_ODD] = {.name = "odd", .role = GS_INPUT},
};

static size_t branch_length(size_t array, size_t n)
{
    return array == BRANCH_EVEN || array == BRANCH_ODD ? BRANCH_COEFFICIENTS : n;
}

/* Between 1/2 and 1 in a, and between 1/2 and 3/2 for coefficients: no sum cancels. */
static void branch_fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    const long double middle = array == BRANCH_A ? 0.75L : 1, range = middle - 0.5L;
    for (size_t i = begin; i < end; i++) {
        long double random = gs_random_value(data->dtype, data->seed, (unsigned)array, i);
        gs_dtype_set(data->dtype, data->arrays[array], i, (double)(middle + range * random));
    }
}

/* All terms are positive, and each goes through a product and a sum for every coefficient at most:
 * so many roundings of half a unit in the last place. */
static double branch_tolerance(enum gs_dtype dtype)
{
    return 2 * BRANCH_COEFFICIENTS * (dtype == GS_F32 ? 0x1p-24 : 0x1p-53);
}

/* In double for f32, and in long double for f64. */
#define DEFINE_BRANCH_VALUE(T, wide)                                                               \
    static wide branch_value_##T(const struct gs_data *data, size_t i)                             \
    {                                                                                              \
        const T *coefficients = data->arrays[i % 2 == 0 ? BRANCH_EVEN : BRANCH_ODD];               \
        wide x = ((const T *)data->arrays[BRANCH_A])[i], y = coefficients[0];                      \
        for (int k = 1; k < BRANCH_COEFFICIENTS; k++)                                              \
            y = y * x + coefficients[k];                                                           \
        return y;                                                                                  \
    }

DEFINE_BRANCH_VALUE(float, double)
DEFINE_BRANCH_VALUE(double, long double)

static void branch_compare(const struct gs_data *data, size_t begin, size_t end,
                           struct gs_match *found)
{
    const double tolerance = branch_tolerance(data->dtype);
    for (size_t i = begin; i < end; i++) {
        long double want = data->dtype == GS_F32 ? (long double)branch_value_float(data, i)
                                                 : branch_value_double(data, i);
        gs_match_value(found, data->dtype, data->arrays[BRANCH_B], i, want, tolerance);
    }
}

static const struct gs_variant branch_variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = two_branches_serial,
     .about = "one CPU thread, a plain loop"},
    {.name = "threads",
     .place = GS_CPU_PARALLEL,
     .run = two_branches_threads,
     .about = "all CPU threads, SIMD, without a branch"},
    {.name = "by_lane",
     .place = GS_DEVICE,
     .run = two_branches_by_lane,
     .about = "neighbouring threads go different ways: each warp goes both, one after the other"},
    {.name = "by_warp",
     .place = GS_DEVICE,
     .run = two_branches_by_warp,
     .about = "the threads of a warp have elements that go the same way"},
    {.name = "by_address",
     .place = GS_DEVICE,
     .run = two_branches_by_address,
     .about = "no branch: one loop for all, which reads from one of two addresses"},
};

/* ---- the lesson ----------------------------------------------------------------------------- */

/* More threads than elements are no error, only a wait. */
static const char *refuse(const struct gs_variant *variant, size_t n, unsigned grid, unsigned block)
{
    (void)variant;
    size_t threads = (size_t)grid * block;
    return threads > n && threads > (size_t)1 << 30
               ? "over 2^30 threads and fewer elements: too slow to be worth the wait"
               : NULL;
}

/* Two cells for two threads, two cells for one thread, and as many cells as 1024 x 1024. */
static const struct gs_case add_cases[] = {{2, 1, 2}, {2, 1, 1}, {1 << 20, 1024, 1024}};

/* 4 x 4 elements, one block of 4 x 4 threads. */
static const struct gs_case double_cases[] = {{16, 1, 16}};

static const struct gs_workload workloads[] = {
    {
        .name = "grid_add",
        .formula = "a[i] += 0.5 (1 for integers)",
        .arrays = arrays,
        .array_count = GS_COUNT(arrays),
        .dtypes = GS_DTYPES_ALL,
        .sizes = "1Ki:4Mi:*4,1000003,2^24+11",
        .blocks = "32:1024:*2",
        .block = 256,
        .takes_grids = true,
        .cases = add_cases,
        .case_count = GS_COUNT(add_cases),
        .fill = add_fill,
        .compare = add_compare,
        .judge = add_judge,
        .traffic = traffic,
        .arithmetic = {.mads = 1},
        .refuse = refuse,
        .variants = add_variants,
        .variant_count = GS_COUNT(add_variants),
        .contenders = "threads,one_per_thread,grid_stride,vector4",
        .goals = gs_elementwise_goals,
        .goal_count = GS_ELEMENTWISE_GOALS,
    },
    {
        .name = "double_2d",
        .formula = "a[row][column] *= 2",
        .arrays = arrays,
        .array_count = GS_COUNT(arrays),
        .dtypes = GS_DTYPES_ALL,
        .sizes = "1Ki:4Mi:*4,1000003,2^24",
        .blocks = "32:1024:*2",
        .block = 256,
        .takes_grids = true,
        .cases = double_cases,
        .case_count = GS_COUNT(double_cases),
        .compare = double_compare,
        .traffic = traffic,
        .arithmetic = {.mads = 1},
        .refuse = refuse,
        .variants = double_variants,
        .variant_count = GS_COUNT(double_variants),
        .contenders = "threads,row_major,vector4",
        .goals = gs_elementwise_goals,
        .goal_count = GS_ELEMENTWISE_GOALS,
    },
    {
        .name = "two_branches",
        .formula = "b[i] = one polynomial of a[i] for even i, another for odd i",
        .arrays = branch_arrays,
        .array_count = GS_COUNT(branch_arrays),
        .dtypes = 1u << GS_F32 | 1u << GS_F64,
        .sizes = "1Ki:4Mi:*4,1000003",
        .blocks = "32:1024:*2",
        .block = 256,
        .length = branch_length,
        .fill = branch_fill,
        .compare = branch_compare,
        .traffic = traffic,
        .arithmetic = {.mads = BRANCH_COEFFICIENTS - 1},
        .variants = branch_variants,
        .variant_count = GS_COUNT(branch_variants),
        .contenders = "threads,by_warp,by_address",
    },
};

const struct gs_lesson gs_lesson_grid_add = {
    .number = 2,
    .slug = "grid_add",
    .title = "one thread for each element",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
