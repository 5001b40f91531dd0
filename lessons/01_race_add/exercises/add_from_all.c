/* Lesson 1: every thread adds to each cell. It is C and no data: it asks how many threads took
 * part, and counts how many updates of a cell arrived. */
#include "updates.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { ADDING_BLOCK = 128 }; /* threads, as the header says */

enum { CELLS, CELLS_N, CELLS_BLOCKS };

static const struct gs_array adding_parameters[] = {
    {"cells", GS_UPDATED, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},
    {"blocks", GS_NUMBER, GS_HOME_DEVICE, GS_U32},
    {0},
};

/* m: blocks. */
static const struct gs_shape adding_shapes[] = {
    {.n = 0, .m = 4},  {.n = 1, .m = 4},   {.n = 2, .m = 2},  {.n = 31, .m = 3},
    {.n = 33, .m = 2}, {.n = 129, .m = 1}, {.n = 2, .m = 64}, GS_LAST_SHAPE,
};

static double adding_updates(const struct gs_shape *shape)
{
    return (double)ADDING_BLOCK * (double)shape->m;
}

/* Cells are halves below 2^11, so that each sum is exact in f32, in whichever order. */
static void adding_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *cells = arrays[CELLS];
    for (size_t i = 0; i < shape->n; i++)
        cells[i] = (float)(gs_random_bits(seed, CELLS, i) >> 52) * 0.5f;
    *(uint64_t *)arrays[CELLS_N] = shape->n;
    *(uint32_t *)arrays[CELLS_BLOCKS] = (uint32_t)shape->m;
}

static void adding_solve(const struct gs_shape *shape, const void *const *arrays,
                         struct gs_expected *out)
{
    const float *cells = arrays[CELLS];
    double *want = out->want[CELLS];
    for (size_t i = 0; i < shape->n; i++)
        want[i] = (double)cells[i] + 0.5 * adding_updates(shape);
}

/* Whether all updates went to the first cell. */
static bool all_went_to_one(const struct gs_wrong *wrong, double updates)
{
    const float *before = wrong->arrays[CELLS], *got = wrong->got;
    size_t grown = 0;
    for (size_t i = 0; i < wrong->count; i++)
        grown += got[i] != before[i];
    return wrong->count > 1 && grown == 1 &&
           (double)got[0] - (double)before[0] == 0.5 * updates * (double)wrong->count;
}

/* As many additions were made, by loads and stores of 4 bytes, as have arrived. */
static bool lost_none(const struct gs_wrong *wrong, double arrived)
{
    return (double)gs_inspected_total(wrong->report, "global_bytes") ==
           2 * sizeof(float) * arrived * (double)wrong->count;
}

/* No update is lost, and the launch has another number of threads. */
static bool say_other_launch(const struct gs_wrong *wrong, double arrived, struct gs_saying *out)
{
    const json_t *launch = gs_inspected_largest_launch(wrong->report);
    const size_t threads = gs_launch_threads(launch), block = gs_block_threads(launch);
    const size_t blocks = wrong->shape->m;
    if (threads == 0 || (double)threads != arrived || threads == blocks * ADDING_BLOCK)
        return false;
    out->line = gs_line_of(launch);
    return gs_say(out, "wrong-launch",
                  "This launch has %zu block%s of %zu thread%s, and is to have %zu block%s of %d: "
                  "each thread adds its 0.5, and cells[%zu] got %.0f of them.",
                  threads / block, threads == block ? "" : "s", block, block == 1 ? "" : "s",
                  blocks, blocks == 1 ? "" : "s", (int)ADDING_BLOCK, wrong->first, arrived);
}

/* Of what the wrong cell grew by, how many updates arrived there. */
static bool adding_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const float *before = wrong->arrays[CELLS], *got = wrong->got;
    size_t i = wrong->first, blocks = wrong->shape->m;
    double updates = adding_updates(wrong->shape);
    double arrived = ((double)got[i] - (double)before[i]) / 0.5;
    if (arrived == 0)
        return gs_say(out, "nothing-added",
                      "cells[%zu] still holds %.8g: nothing was added to it, or only 0.", i,
                      (double)before[i]);
    if (i == 0 && all_went_to_one(wrong, updates))
        return gs_say(
            out, "one-cell",
            "cells[0] got the updates of all %zu cells, %.0f of them, and the other cells "
            "got none. `cells` alone is the address of cells[0]; that of cell i is "
            "&cells[i].",
            wrong->count, arrived);
    if (say_other_launch(wrong, arrived, out))
        return true;
    if (!(arrived >= 0 && arrived < updates && arrived == floor(arrived)))
        return false;
    if (gs_inspected_accesses(wrong->report, "cells", "atomic") || lost_none(wrong, arrived))
        return gs_say(out, "updates-left-out",
                      "Of %.0f updates of cells[%zu] %.0f %s made%s: it grew by %.8g, and should "
                      "have grown by %.8g. All threads of the grid, %zu block%s of %d, have to add "
                      "to every cell.",
                      updates, i, arrived, arrived == 1 ? "was" : "were",
                      blocks > 1 && arrived == (double)blocks ? ", one for each block" : "",
                      0.5 * arrived, 0.5 * updates, blocks, blocks == 1 ? "" : "s",
                      (int)ADDING_BLOCK);
    return gs_say(out, "lost-updates",
                  "Of %.0f updates of cells[%zu] %.0f arrived%s: it grew by %.8g, and should have "
                  "grown by %.8g. All %d threads of each block have to add to it, each in one step "
                  "(`volatile` makes no one step of it).",
                  updates, i, arrived,
                  blocks > 1 && arrived == (double)blocks ? ", one for each block" : "",
                  0.5 * arrived, 0.5 * updates, (int)ADDING_BLOCK);
}

/* All threads have to add: to the cells, or first among those of their warp or block. */
static bool adding_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const json_t *launch = gs_inspected_largest_launch(report);
    if (shape->m != ADDING_BLOCK && gs_get_element(launch, "grid", 0) == (long long)ADDING_BLOCK &&
        gs_get_element(launch, "block", 0) == (long long)shape->m) {
        out->line = gs_line_of(launch);
        return gs_say(out, "launch-swapped",
                      "This launch has %d blocks of %zu thread%s, and is to have %zu block%s of "
                      "%d: in <<<blocks, threads>>> the number of blocks comes first.",
                      (int)ADDING_BLOCK, shape->m, shape->m == 1 ? "" : "s", shape->m,
                      shape->m == 1 ? "" : "s", (int)ADDING_BLOCK);
    }
    const long long wanted = (long long)adding_updates(shape);
    const long long threads = gs_inspected_total(report, "threads");
    const long long busy = gs_inspected_total(report, "busy_threads");
    if (shape->n == 0)
        return false;
    out->line = gs_line_of(launch);
    if (threads < wanted)
        return gs_say(out, "wrong-launch",
                      "This launch has %lld thread%s, and is to have %zu block%s of %d: all %lld "
                      "of them add 0.5 to every cell.",
                      threads, threads == 1 ? "" : "s", shape->m, shape->m == 1 ? "" : "s",
                      (int)ADDING_BLOCK, wanted);
    return 2 * busy < threads &&
           gs_say(out, "serial-work",
                  "%lld of the %lld threads %s all of the additions, and the others do nothing. "
                  "Let every thread of each block add its 0.5 to every cell.",
                  busy, threads, busy == 1 ? "does" : "do");
}

const struct gs_exercise gs_exercise_add_from_all = {
    .name = "add_from_all",
    .title = "Lose no update",
    .entry = "add_from_all",
    .parameters = adding_parameters,
    .shapes = adding_shapes,
    .n_name = "n",
    .m_name = "blocks",
    .hints =
        {"`cells[i] += 0.5f` is three things: read, add, write. A cell holds 3, and two threads "
         "read it in the same instant: what does each of them write?",
         "Reading, adding and writing have to be one step that no other thread comes between. The "
         "memory can do that: such a step is called atomic.",
         "atomicAdd(p, x) adds x to *p in one step. It takes the address of the cell: &cells[i]."},
    .count = gs_count_n,
    .fill = adding_fill,
    .solve = adding_solve,
    .tolerance = 1e-7,
    .each_does_all = true,
    .explain = adding_explain,
    .audit = adding_audit,
    .say_finding = gs_update_say_finding,
};
