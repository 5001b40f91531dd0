/* Lesson 1: every thread adds to every cell, and some of the additions are lost. */
#include "lesson.h"

#include "dtype.h"

#include <stdio.h>

gs_run_fn race_add_serial, race_add_racy_threads, race_add_atomic_threads;
gs_run_fn race_add_one_thread, race_add_racy, race_add_atomic, race_add_block_then_atomic;

static const struct gs_array arrays[] = {{.name = "a", .role = GS_UPDATED}};

/*
 * Threads of the largest launch: with a step of 0.5, every sum on the way stays under 2^23, where
 * f32 still has halves.
 */
enum { MOST_THREADS = 1 << 23 };

/* Additions of one run: seconds, where a single thread makes them. */
enum { MOST_UPDATES = 1 << 24, MOST_UPDATES_OF_ONE = 1 << 22 };

static size_t threads_of(unsigned grid, unsigned block)
{
    return (size_t)(grid != 0 ? grid : 1) * block;
}

static const char *refuse(const struct gs_variant *variant, size_t n, unsigned grid, unsigned block)
{
    size_t threads = threads_of(grid, block);
    if (threads > MOST_THREADS)
        return "over 2^23 threads: f32 could not hold the sums exactly";
    if (threads > 0 && n > MOST_UPDATES / threads)
        return "over 2^24 updates: too slow to be worth the wait";
    if (variant->run == race_add_one_thread && threads > 0 && n > MOST_UPDATES_OF_ONE / threads)
        return "over 2^22 updates: too many for a single thread of a GPU";
    return NULL;
}

/* 0, 1, 2, ... as one would type them. */
static int initial(size_t i)
{
    return (int)(i % 1024);
}

static double step_of(enum gs_dtype dtype)
{
    return dtype == GS_F32 || dtype == GS_F64 ? 0.5 : 1.0;
}

static void fill(const struct gs_data *data, size_t array, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        gs_dtype_set(data->dtype, data->arrays[array], i, initial(i));
}

/* All sums are exact in every dtype, in any order, and so is the comparison. */
static void compare(const struct gs_data *data, size_t begin, size_t end, struct gs_match *found)
{
    double sum = step_of(data->dtype) * (double)threads_of(data->grid, data->block);
    for (size_t i = begin; i < end; i++)
        gs_match_value(found, data->dtype, data->arrays[0], i, initial(i) + (long double)sum, 0);
}

/*
 * A race loses whole updates, and never all of them: each cell holds its first value and 1 to
 * `threads` steps.
 */
static void judge(const struct gs_data *data, struct gs_judgement *out)
{
    size_t threads = threads_of(data->grid, data->block), least = threads, most = 0;
    double kept = 0;
    if (data->variant->flaw != GS_RACES)
        return;
    for (size_t i = 0; i < data->n; i++) {
        double value = (double)gs_dtype_get(data->dtype, data->arrays[0], i);
        double steps = (value - initial(i)) / step_of(data->dtype);
        if (!(steps >= 1 && steps <= (double)threads) || steps != (double)(size_t)steps)
            return;
        least = (size_t)steps < least ? (size_t)steps : least;
        most = (size_t)steps > most ? (size_t)steps : most;
        kept += steps;
    }
    char range[48];
    if (least == most)
        snprintf(range, sizeof range, "%zu", least);
    else
        snprintf(range, sizeof range, "%zu to %zu", least, most);
    out->verdict = GS_LOST_UPDATES;
    out->lost = 1 - kept / ((double)threads * (double)data->n);
    snprintf(out->sentence, sizeof out->sentence,
             "kept %s of %zu updates a cell: threads read the same old value and overwrote each "
             "other's sum",
             range, threads);
}

static const struct gs_variant variants[] = {
    {.name = "serial",
     .place = GS_CPU_SERIAL,
     .run = race_add_serial,
     .about = "one CPU thread makes all the additions"},
    {.name = "racy_threads",
     .place = GS_CPU_PARALLEL,
     .run = race_add_racy_threads,
     .about = "CPU threads that read, add and write: they lose updates too",
     .flaw = GS_RACES},
    {.name = "atomic_threads",
     .place = GS_CPU_PARALLEL,
     .run = race_add_atomic_threads,
     .about = "CPU threads that write only where the cell still holds what they read"},
    {.name = "one_thread",
     .place = GS_DEVICE,
     .run = race_add_one_thread,
     .about = "one thread makes the additions of all of them, one after the other"},
    {.name = "racy",
     .place = GS_DEVICE,
     .run = race_add_racy,
     .about = "every thread reads, adds and writes: most updates are lost",
     .flaw = GS_RACES},
    {.name = "atomic",
     .place = GS_DEVICE,
     .run = race_add_atomic,
     .about = "atomicAdd(): the memory adds, and no update is lost"},
    {.name = "block_then_atomic",
     .place = GS_DEVICE,
     .run = race_add_block_then_atomic,
     .about = "a block adds up its threads' steps, then one atomicAdd() a block and cell"},
};

/* Two cells under ever more threads, then other numbers of cells under as many updates. */
static const struct gs_case cases[] = {
    {2, 1, 1},       {2, 1, 2},       {2, 1, 32},     {2, 1, 1024},    {2, 32, 1024},
    {2, 1024, 1024}, {1, 1024, 1024}, {32, 32, 1024}, {1024, 1, 1024}, {1 << 20, 1, 2},
};

/* A million updates of two cells: how far ahead of atomics alone, and of others' block sums. */
static const struct gs_goal goals[] = {
    {.rival = GS_A_VARIANT,
     .residency = GS_RESIDENCY_DEVICE,
     .cache = GS_CACHE_COLD,
     .most_n = 2,
     .grid = 1024,
     .block = 1024,
     .at_least = 50,
     .variant = "block_then_atomic",
     .against = "atomic"},
    {.rival = GS_BEST_PEER,
     .residency = GS_RESIDENCY_DEVICE,
     .cache = GS_CACHE_COLD,
     .most_n = 2,
     .grid = 1024,
     .block = 1024,
     .at_least = 0.5,
     .variant = "block_then_atomic"},
};

static const struct gs_workload workloads[] = {{
    .name = "race_add",
    .formula = "each of grid * block threads: a[i] += 0.5 (1 for integers)",
    .arrays = arrays,
    .array_count = GS_COUNT(arrays),
    .dtypes = GS_DTYPES_ALL,
    .blocks = "32,256,1024",
    .block = 1024,
    .grid = 1,
    .takes_grids = true,
    .cases = cases,
    .case_count = GS_COUNT(cases),
    .fill = fill,
    .compare = compare,
    .judge = judge,
    .refuse = refuse,
    .variants = variants,
    .variant_count = GS_COUNT(variants),
    .contenders = "atomic_threads,atomic,block_then_atomic",
    .goals = goals,
    .goal_count = GS_COUNT(goals),
}};

const struct gs_lesson gs_lesson_race_add = {
    .number = 1,
    .slug = "race_add",
    .title = "every thread adds to every cell",
    .workloads = workloads,
    .workload_count = GS_COUNT(workloads),
};
