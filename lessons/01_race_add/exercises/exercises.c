/* Lesson 1's exercises: what each function is tried with, and what is right. */
#include "grade/exercise.h"

#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SAY(saying, ...) ((void)snprintf((saying)->sentence, sizeof(saying)->sentence, __VA_ARGS__))

static bool set_kind(struct gs_saying *out, const char *kind)
{
    snprintf(out->kind, sizeof out->kind, "%s", kind);
    return true;
}

/* ---- what the inspector finds ---------------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));
    return text != NULL ? text : "";
}

static size_t number_of(const json_t *object, const char *name)
{
    json_int_t number = json_integer_value(json_object_get(object, name));
    return number > 0 ? (size_t)number : 0;
}

static bool has_words(const json_t *finding, const char *words)
{
    return strstr(text_of(finding, "sentence"), words) != NULL;
}

/* A thread of a finding: "first" or "second" of the two that it names. */
struct thread {
    size_t number; /* in the whole grid */
    size_t line;
    char name[64];
};

static struct thread thread_of(const json_t *finding, const char *which, const char *line)
{
    const json_t *party = json_object_get(finding, which);
    const json_t *block = json_object_get(json_object_get(finding, "launch"), "block");
    size_t b = (size_t)json_integer_value(json_array_get(json_object_get(party, "block"), 0));
    size_t t = (size_t)json_integer_value(json_array_get(json_object_get(party, "thread"), 0));
    size_t threads = (size_t)json_integer_value(json_array_get(block, 0));
    struct thread thread = {.number = b * threads + t, .line = number_of(finding, line)};
    snprintf(thread.name, sizeof thread.name, "thread %zu of block %zu", t, b);
    return thread;
}

/* An update that is read and written in two steps; which lines they stand in does not matter. */
static bool say_not_one_step(const json_t *finding, const struct thread *first,
                             const struct thread *second, struct gs_saying *out)
{
    SAY(out,
        "Two threads read the same old value of %s[%zu] (%s and %s), and then both wrote, so one "
        "update was lost: reading and writing are two steps, whatever stands between them. Use an "
        "atomic that does both in one, `atomicAdd()`.",
        text_of(finding, "array"), number_of(finding, "index"), first->name, second->name);
    return set_kind(out, "race");
}

/* Of two barriers that threads of one block meet at, it is the first in the text that others went
 * past. */
static bool say_divergence(const struct thread *first, const struct thread *second,
                           struct gs_saying *out)
{
    const struct thread *inside = first->line < second->line ? first : second;
    const struct thread *past = inside == first ? second : first;
    if (second->line == 0 || first->line == second->line)
        return false;
    out->line = (int)inside->line;
    SAY(out,
        "Only some threads of the block reach this barrier: %s waits here, and %s in line %zu. "
        "Move it out of the `if`.",
        inside->name, past->name, past->line);
    return set_kind(out, "divergent-barrier");
}

/* Two lines of one block's threads, between which a barrier is missing. */
static bool say_missing_barrier(const struct thread *first, const struct thread *second,
                                struct gs_saying *out)
{
    const struct thread *before = first->line < second->line ? first : second;
    const struct thread *after = before == first ? second : first;
    SAY(out,
        "Nothing makes %s wait in line %zu until %s is done with line %zu, and both lines are "
        "about the same element. Put `__syncthreads()` between line %zu and line %zu.",
        after->name, after->line, before->name, before->line, before->line, after->line);
    return set_kind(out, "missing-barrier");
}

static bool race_say_finding(const struct gs_shape *shape, const json_t *finding,
                             struct gs_saying *out)
{
    struct thread first = thread_of(finding, "first", "line");
    struct thread second = thread_of(finding, "second", "other_line");
    bool shared = strcmp(text_of(finding, "memory"), "shared") == 0;
    (void)shape;
    if (strcmp(text_of(finding, "kind"), "barrier-divergence") == 0)
        return say_divergence(&first, &second, out);
    if (strncmp(text_of(finding, "kind"), "race-", 5) != 0 || has_words(finding, "get lost") ||
        has_words(finding, "next turn"))
        return false;
    if (!shared)
        return say_not_one_step(finding, &first, &second, out);
    return first.line != second.line && say_missing_barrier(&first, &second, out);
}

/* ---- add_from_all ---------------------------------------------------------------------------- */

enum { ADDING_BLOCK = 128 }; /* threads, as the header says */

enum { CELLS, CELLS_N, CELLS_BLOCKS };

static const struct gs_parameter adding_parameters[] = {
    {"cells", GS_ARG_UPDATED, GS_ON_DEVICE, GS_ELEMENT_F32},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {"blocks", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U32},
    {0},
};

/* m: blocks. */
static const struct gs_shape adding_shapes[] = {
    {.n = 0, .m = 4},  {.n = 1, .m = 4},   {.n = 2, .m = 1},  {.n = 31, .m = 3},
    {.n = 33, .m = 2}, {.n = 129, .m = 1}, {.n = 2, .m = 64}, GS_LAST_SHAPE,
};

static size_t n_elements(const struct gs_shape *shape, unsigned parameter)
{
    (void)parameter;
    return shape->n;
}

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

/* Of what the wrong cell grew by, how many updates arrived there. */
static bool adding_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const float *before = wrong->arrays[CELLS], *got = wrong->got;
    size_t i = wrong->first, blocks = wrong->shape->m;
    double updates = adding_updates(wrong->shape);
    double arrived = ((double)got[i] - (double)before[i]) / 0.5;
    if (wrong->untouched == wrong->count) {
        SAY(out,
            "cells[%zu] still holds %.8g: nothing was added to it. (In C `1 / 2` is 0, for both "
            "are integers: one half is `0.5f`.)",
            i, (double)before[i]);
        return set_kind(out, "nothing-added");
    }
    if (!(arrived >= 0 && arrived < updates && arrived == floor(arrived)))
        return false;
    SAY(out,
        "Of %.0f updates of cells[%zu] %.0f arrived%s: it grew by %.8g, and should by %.8g. All %d "
        "threads of each block have to add to it, each in one step (`volatile` makes no one step "
        "of it): use an atomic.",
        updates, i, arrived, arrived == (double)blocks ? ", one for each block" : "", 0.5 * arrived,
        0.5 * updates, (int)ADDING_BLOCK);
    return set_kind(out, "lost-updates");
}

/* ---- both histograms ------------------------------------------------------------------------- */

enum { COUNTS, VALUES, VALUES_N, BINS };

static const struct gs_parameter histogram_parameters[] = {
    {"counts", GS_ARG_UPDATED, GS_ON_DEVICE, GS_ELEMENT_U32},
    {"values", GS_ARG_INPUT, GS_ON_DEVICE, GS_ELEMENT_I32},
    {"n", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_U64},
    {"bins", GS_ARG_NUMBER, GS_ON_DEVICE, GS_ELEMENT_I32},
    {0},
};

/* m: bins. Around a warp, around a block of 256, and many blocks with a remainder. */
static const struct gs_shape histogram_shapes[] = {
    {.n = 0, .m = 8},     {.n = 1, .m = 5},    {.n = 31, .m = 4},    {.n = 33, .m = 10},
    {.n = 255, .m = 256}, {.n = 256, .m = 16}, {.n = 257, .m = 100}, {.n = (1 << 16) + 11, .m = 50},
    GS_LAST_SHAPE,
};

/* More bins than a block has threads, and few bins that many values are for. */
static const struct gs_shape block_histogram_shapes[] = {
    {.n = 0, .m = 16},     {.n = 1, .m = 1},
    {.n = 31, .m = 7},     {.n = 33, .m = 32},
    {.n = 255, .m = 256},  {.n = 256, .m = 16},
    {.n = 257, .m = 1000}, {.n = (1 << 16) + 11, .m = 16},
    GS_LAST_SHAPE,
};

static size_t histogram_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == COUNTS ? shape->m : shape->n;
}

/* High values are more frequent than low ones, as no two bins of real data are alike. */
static void histogram_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    uint32_t *counts = arrays[COUNTS];
    int32_t *values = arrays[VALUES];
    for (size_t bin = 0; bin < shape->m; bin++)
        counts[bin] = (uint32_t)(1 + gs_random_bits(seed, COUNTS, bin) % 1000);
    for (size_t i = 0; i < shape->n; i++) {
        double u = (double)(gs_random_bits(seed, VALUES, i) >> 11) * 0x1p-53;
        values[i] = (int32_t)(shape->m - 1 - (size_t)(u * u * (double)shape->m));
    }
    *(uint64_t *)arrays[VALUES_N] = shape->n;
    *(int32_t *)arrays[BINS] = (int32_t)shape->m;
}

static void histogram_solve(const struct gs_shape *shape, const void *const *arrays,
                            struct gs_expected *out)
{
    uint32_t *want = out->want[COUNTS];
    const int32_t *values = arrays[VALUES];
    memcpy(want, arrays[COUNTS], shape->m * sizeof *want);
    for (size_t i = 0; i < shape->n; i++)
        want[values[i]]++;
}

/* ---- wrong histograms ------------------------------------------------------------------------ */

struct histogram {
    size_t n, bins;
    const int32_t *values;
    const uint32_t *before, *got, *want;
    uint64_t grown; /* all counts together */
};

static uint32_t grown(const struct histogram *h, size_t bin)
{
    return h->got[bin] - h->before[bin];
}

static uint32_t should_grow(const struct histogram *h, size_t bin)
{
    return h->want[bin] - h->before[bin];
}

static struct histogram histogram_of(const struct gs_wrong *wrong)
{
    struct histogram h = {.n = wrong->shape->n,
                          .bins = wrong->shape->m,
                          .values = wrong->arrays[VALUES],
                          .before = wrong->arrays[COUNTS],
                          .got = wrong->got,
                          .want = wrong->want};
    for (size_t bin = 0; bin < h.bins; bin++)
        h.grown += grown(&h, bin);
    return h;
}

static bool started_from_zero(const struct histogram *h)
{
    bool all = true;
    for (size_t bin = 0; bin < h->bins; bin++)
        all = all && h->got[bin] == should_grow(h, bin);
    return all;
}

static bool added_values(const struct histogram *h)
{
    bool all = h->grown > 0;
    for (size_t bin = 0; bin < h->bins; bin++)
        all = all && grown(h, bin) == should_grow(h, bin) * (uint32_t)bin;
    return all;
}

/* What is missing are the last values, each of them. */
static bool lacks_the_last(const struct histogram *h)
{
    uint32_t *missing = calloc(h->bins, sizeof *missing);
    bool all = missing != NULL && h->grown < h->n;
    for (size_t i = h->grown; all && i < h->n; i++)
        missing[h->values[i]]++;
    for (size_t bin = 0; all && bin < h->bins; bin++)
        all = should_grow(h, bin) - grown(h, bin) == missing[bin];
    free(missing);
    return all;
}

/* From this bin on, a multiple of a warp, there is nothing, and what comes before is right; 0: it
 * is not so. */
static size_t first_bin_left_out(const struct histogram *h, size_t first_wrong)
{
    size_t first = first_wrong / 32 * 32;
    for (size_t bin = first; bin < h->bins; bin++) {
        if (grown(h, bin) != 0)
            return 0;
    }
    return first;
}

static bool explain_too_few(const struct histogram *h, size_t first_wrong, struct gs_saying *out)
{
    size_t left_out = first_bin_left_out(h, first_wrong);
    if (h->grown == 0) {
        SAY(out, "No value was counted: does a kernel run, and does it add to counts[values[i]]?");
        return set_kind(out, "never-written");
    }
    if (lacks_the_last(h)) {
        SAY(out,
            "The last %zu of %zu values were never counted: `n / B` drops the remainder. Use `(n + "
            "B - 1) / B`.",
            h->n - (size_t)h->grown, h->n);
        return set_kind(out, "rounded-down");
    }
    if (left_out > 0) {
        SAY(out,
            "The counts from %zu on got nothing, and there are %zu bins. Where a block has fewer "
            "threads than there are bins, each has to go on: `for (int bin = threadIdx.x; bin < "
            "bins; bin += blockDim.x)`.",
            left_out, h->bins);
        return set_kind(out, "bins-left-out");
    }
    SAY(out, "%zu of %zu values were not counted: counts[%zu] grew by %u, and should by %u.",
        h->n - (size_t)h->grown, h->n, first_wrong, grown(h, first_wrong),
        should_grow(h, first_wrong));
    return set_kind(out, "lost-updates");
}

static bool histogram_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    struct histogram h = histogram_of(wrong);
    if (started_from_zero(&h)) {
        SAY(out,
            "counts holds the counts of earlier data, here %u in counts[%zu], and they are gone. "
            "Add to what is there.",
            h.before[wrong->first], wrong->first);
        return set_kind(out, "earlier-counts");
    }
    if (added_values(&h)) {
        SAY(out, "The counts grew by the values themselves: a value of %zu counts once, so add 1.",
            wrong->first);
        return set_kind(out, "value-added");
    }
    if (h.grown < h.n)
        return explain_too_few(&h, wrong->first, out);
    if (h.grown == h.n)
        return false;
    SAY(out,
        "The counts grew by %llu in all, and there are %zu values: some were counted more than "
        "once. Each thread needs a value of its own: `blockIdx.x * blockDim.x + threadIdx.x` is "
        "its number in the whole grid.",
        (unsigned long long)h.grown, h.n);
    return set_kind(out, "counted-twice");
}

/* ---- block_histogram ------------------------------------------------------------------------- */

/* The block's own counts are too few. */
static bool say_small_array(const struct gs_shape *shape, const json_t *finding,
                            struct gs_saying *out)
{
    size_t elements = number_of(finding, "elements"), index = number_of(finding, "index");
    if (strcmp(text_of(finding, "kind"), "out-of-bounds") != 0 ||
        strcmp(text_of(finding, "memory"), "shared") != 0 || elements == 0 || index >= shape->m)
        return false;
    SAY(out,
        "%s has %zu elements, and there are %zu bins, so that %s[%zu] is out of its bounds: a "
        "block needs a count for each bin, of which there are at most 1024.",
        text_of(finding, "array"), elements, shape->m, text_of(finding, "array"), index);
    return set_kind(out, "out-of-bounds");
}

/* One thread has a value and the other has none, and only one of them waited: the barrier stands
 * where only threads with a value come. */
static bool say_skipped_barrier(const struct gs_shape *shape, const json_t *finding,
                                struct gs_saying *out)
{
    struct thread first = thread_of(finding, "first", "line");
    struct thread second = thread_of(finding, "second", "other_line");
    const struct thread *with = first.number < shape->n ? &first : &second;
    const struct thread *without = with == &first ? &second : &first;
    if (!has_words(finding, "next turn") || with->number >= shape->n || without->number < shape->n)
        return false;
    out->line = (int)with->line;
    SAY(out,
        "Only some threads of the block reach the barrier after line %zu: %s has no value, and "
        "came to line %zu before %s was done with line %zu. Move `__syncthreads()` out of the "
        "`if`.",
        with->line, without->name, without->line, with->name, with->line);
    return set_kind(out, "divergent-barrier");
}

static bool block_histogram_say_finding(const struct gs_shape *shape, const json_t *finding,
                                        struct gs_saying *out)
{
    return say_small_array(shape, finding, out) || say_skipped_barrier(shape, finding, out) ||
           race_say_finding(shape, finding, out);
}

enum { MANY_VALUES = 4096 };

/* The header allows an atomic operation on global memory for every fourth value. A thread's, not a
 * warp's: threads are what the student counts. */
static bool block_histogram_audit(const struct gs_shape *shape, const json_t *report,
                                  struct gs_saying *out)
{
    const json_t *accesses = json_object_get(json_object_get(report, "counts"), "accesses");
    long long atomics = 0, most = 0;
    for (size_t i = 0; i < json_array_size(accesses); i++) {
        const json_t *access = json_array_get(accesses, i);
        long long lanes = json_integer_value(json_object_get(access, "active_lanes"));
        if (strcmp(text_of(access, "space"), "global") != 0 ||
            strcmp(text_of(access, "kind"), "atomic") != 0)
            continue;
        atomics += lanes;
        if (lanes > most) {
            most = lanes;
            out->line = (int)json_integer_value(json_object_get(access, "line"));
        }
    }
    if (shape->n < MANY_VALUES || atomics <= (long long)(shape->n / 4))
        return false;
    SAY(out,
        "Your threads make %lld atomic operations on global memory for %zu values, and n / 4 = %zu "
        "are allowed: let each block count in shared memory first, and then add each of its counts "
        "once.",
        atomics, shape->n, shape->n / 4);
    return set_kind(out, "too-many-atomics");
}

/* The values are read once, by neighbours. */
static void block_histogram_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    (void)shape;
    most->sectors = 1.3;
}

static size_t histogram_bytes(const struct gs_shape *shape)
{
    return shape->n * sizeof(int32_t);
}

/* ---- exercises ------------------------------------------------------------------------------- */

const struct gs_exercise gs_exercises_race_add[] = {
    {
        .name = "add_from_all",
        .title = "Lose no update",
        .entry = "add_from_all",
        .parameters = adding_parameters,
        .shapes = adding_shapes,
        .n_name = "n",
        .m_name = "blocks",
        .hints = {"`cells[i] += 0.5f` is three things: read, add, write. A cell holds 3, and two "
                  "threads read it in the same instant: what does each of them write?",
                  "Reading, adding and writing have to be one step that no other thread comes "
                  "between. The memory can do that: such a step is called atomic.",
                  "atomicAdd(p, x) adds x to *p in one step. It takes the address of the cell: "
                  "&cells[i]."},
        .count = n_elements,
        .fill = adding_fill,
        .solve = adding_solve,
        .tolerance = 1e-7,
        .explain = adding_explain,
        .say_finding = race_say_finding,
    },
    {
        .name = "histogram",
        .title = "Count with atomics",
        .entry = "histogram",
        .parameters = histogram_parameters,
        .shapes = histogram_shapes,
        .n_name = "n",
        .m_name = "bins",
        .hints =
            {"Values 7, 2, 7: which counts do threads 0, 1 and 2 add to? What if two of them add "
             "to one count at the same time?",
             "The thread with number i looks at values[i], if i < n, and adds 1 to the count of "
             "that value, in one step as in exercise 1.1.",
             "if (i < n), then atomicAdd() of 1 to &counts[values[i]]."},
        .count = histogram_count,
        .fill = histogram_fill,
        .solve = histogram_solve,
        .explain = histogram_explain,
        .say_finding = race_say_finding,
    },
    {
        .name = "block_histogram",
        .title = "Count in the block first",
        .entry = "block_histogram",
        .parameters = histogram_parameters,
        .shapes = block_histogram_shapes,
        .n_name = "n",
        .m_name = "bins",
        .hints =
            {"A block of 256 threads and 16 bins: how many additions to global memory would do, if "
             "the threads of the block knew what each of them counted?",
             "__shared__ unsigned mine[1024] belongs to the block. Set it to 0, __syncthreads(), "
             "atomicAdd() to mine[values[i]], __syncthreads(), then bring it to counts. All "
             "threads have to come to both barriers, also those without a value.",
             "for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) goes over all bins with "
             "all threads of the block: mine[bin] = 0 in the first step, atomicAdd(&counts[bin], "
             "mine[bin]) in the last."},
        .count = histogram_count,
        .fill = histogram_fill,
        .solve = histogram_solve,
        .explain = histogram_explain,
        .audit = block_histogram_audit,
        .say_finding = block_histogram_say_finding,
        .budget = block_histogram_budget,
        .timed = {.n = (size_t)1 << 25, .m = 256},
        .timed_bytes = histogram_bytes,
        .timed_ratio = 1.5,
    },
    {0},
};

/* ---- questions ------------------------------------------------------------------------------- */

enum { WARP = 32 };

static enum gs_status exactly(double value, double *least, double *most)
{
    *least = *most = value;
    return GS_OK;
}

enum { LAUNCH_BLOCKS = 1024, LAUNCH_THREADS = 1024 };

static enum gs_status answer_threads(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return exactly((double)LAUNCH_BLOCKS * LAUNCH_THREADS, least, most);
}

static bool explain_threads(double given, char *sentence, size_t size)
{
    if (given != LAUNCH_BLOCKS + LAUNCH_THREADS && given != LAUNCH_THREADS)
        return false;
    snprintf(
        sentence, size,
        "The first number in <<< >>> counts blocks, the second the threads of each block: every "
        "one of the %d blocks has %d threads.",
        (int)LAUNCH_BLOCKS, (int)LAUNCH_THREADS);
    return true;
}

enum { RACY_BLOCKS = 32, RACY_THREADS = 1024 };

/* The lanes of a warp read together, so of 32 updates one is left; at most every warp's. */
static enum gs_status answer_most_left(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return exactly(0.5 * RACY_BLOCKS * RACY_THREADS / WARP, least, most);
}

static bool explain_most_left(double given, char *sentence, size_t size)
{
    const char *thought = NULL;
    if (given == 0.5 * RACY_BLOCKS * RACY_THREADS)
        thought =
            "That is left where no update is lost. But the 32 threads of a warp read the same "
            "value together, and write the same sum.";
    else if (given == (double)RACY_BLOCKS * RACY_THREADS / WARP)
        thought = "That is the number of updates that can be left. Each of them adds 0.5.";
    else if (given == 0.5 * RACY_BLOCKS)
        thought = "That is one update for each block. A block of 1024 threads has many warps, and "
                  "those may come one after the other.";
    else if (given == 0.5)
        thought =
            "That is the least that can be left. What if every warp reads the cell only after the "
            "one before has written it?";
    if (thought == NULL)
        return false;
    snprintf(sentence, size, "%s", thought);
    return true;
}

enum { SUM_BLOCKS = 1024, SUM_CELLS = 2 };

static enum gs_status answer_atomics(double *least, double *most, struct gs_error *why)
{
    (void)why;
    return exactly((double)SUM_BLOCKS * SUM_CELLS, least, most);
}

static bool explain_atomics(double given, char *sentence, size_t size)
{
    if (given == (double)SUM_BLOCKS * LAUNCH_THREADS * SUM_CELLS)
        snprintf(
            sentence, size,
            "So many does `atomic` make, one for each cell and thread. `block_then_atomic` adds up "
            "the steps of a block in shared memory first.");
    else if (given == SUM_BLOCKS)
        snprintf(sentence, size, "One for each block would do for one cell: here are %d.",
                 (int)SUM_CELLS);
    else
        return false;
    return true;
}

const struct gs_question gs_questions_race_add[] = {
    {
        .name = "threads",
        .text = "How many threads does a launch with <<<1024, 1024>>> start?",
        .hints = {"What does the first of the two numbers count, and what the second?",
                  "1024 blocks of 1024 threads each.", "1024 * 1024."},
        .answer = answer_threads,
        .explain = explain_threads,
    },
    {
        .name = "most_left",
        .text = "A cell starts at 0, and 32 blocks of 1024 threads each do `cell += 0.5f`, no "
                "atomics. If the threads of a warp always go together, what is the largest value "
                "that the cell can hold in the end?",
        .hints = {"How many different sums do the 32 threads of one warp write?",
                  "Of each warp one update can be left. The best case is that the warps come one "
                  "after the other.",
                  "32 * 1024 threads are 1024 warps, and each can leave 0.5."},
        .answer = answer_most_left,
        .explain = explain_most_left,
    },
    {
        .name = "atomics",
        .text =
            "How many calls of atomicAdd() does `block_then_atomic` make for two cells, launched "
            "with 1024 blocks of 1024 threads?",
        .hints = {"Who goes to memory there, each thread or each block?",
                  "Each block makes one atomicAdd() for each cell.", "1024 blocks, two cells."},
        .answer = answer_atomics,
        .explain = explain_atomics,
    },
    {0},
};
