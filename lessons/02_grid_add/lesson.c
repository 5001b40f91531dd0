/* Lesson 2: a[i] += 0.5 by grid position, and a matrix doubled by 2-D blocks. */
#include "lesson.h"

#include "dtype.h"
#include "goals.h"
#include "random.h"

#include <stdio.h>

gs_run_fn grid_add_serial, grid_add_threads;
gs_run_fn grid_add_one_per_thread, grid_add_grid_stride, grid_add_short_grid, grid_add_vector4;
gs_run_fn double_2d_serial, double_2d_threads;
gs_run_fn double_2d_row_major, double_2d_column_major, double_2d_vector4;

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
        .cases = double_cases,
        .case_count = GS_COUNT(double_cases),
        .compare = double_compare,
        .traffic = traffic,
        .arithmetic = {.mads = 1},
        .variants = double_variants,
        .variant_count = GS_COUNT(double_variants),
        .contenders = "threads,row_major,vector4",
        .goals = gs_elementwise_goals,
        .goal_count = GS_ELEMENTWISE_GOALS,
    },
};

const struct gs_lesson gs_lesson_grid_add = {
    .number = 2,
    .slug = "grid_add",
    .title = "one thread for each element",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
