/*
 * What a lesson is made of. A lesson holds workloads (inputs, reference, traffic, tolerance) and
 * a workload its variants: kernels and CPU baselines that compute the same thing. All of it is
 * constant data in lessons/NN_slug/lesson.c; the harness reads it and knows no lesson by name.
 */
#ifndef GS_LESSON_H
#define GS_LESSON_H

#include "call.h"
#include "check.h"

#include <stddef.h>
#include <stdint.h>

/* What a variant runs on: one CPU thread, all of them, or the device. */
enum gs_place { GS_CPU_SERIAL, GS_CPU_PARALLEL, GS_DEVICE };

enum gs_role {
    GS_INPUT,  /* filled before the run; must come back unchanged */
    GS_OUTPUT, /* poisoned before the run */
};

struct gs_array {
    const char *name; /* as in the formula: "a" */
    enum gs_role role;
};

struct gs_variant {
    const char *name; /* by idea, and for ever: result files carry it */
    enum gs_place place;
    gs_run_fn *run;
    const char *about; /* one line: what it does, and what it teaches */
};

/* One run's data as fill and check see it. */
struct gs_data {
    enum gs_dtype dtype;
    size_t n;
    uint64_t seed;
    void *const *arrays; /* host pointers, in the workload's order */
};

struct gs_workload {
    const char *name;
    const char *formula;
    const struct gs_array *arrays;
    size_t array_count;
    unsigned dtypes;    /* GS_DTYPE_BIT()s of those the variants handle */
    const char *sizes;  /* default sweep over n, in the grammar of --sizes */
    const char *blocks; /* default sweep over threads a block, at the largest n of `sizes` */
    unsigned block;     /* threads a block of the sweep over n */

    /* Elements of one array at size n. */
    size_t (*length)(size_t array, size_t n);
    /* Writes elements [begin, end) of an input: a function of (seed, array, index) alone. */
    void (*fill)(const struct gs_data *data, size_t array, size_t begin, size_t end);
    /* Compares results [begin, end) of `results(n)` with the reference. */
    size_t (*results)(size_t n);
    void (*check)(const struct gs_data *data, size_t begin, size_t end, struct gs_check *check);
    /* Bytes that a perfect variant reads and writes, once each. */
    size_t (*traffic)(enum gs_dtype dtype, size_t n);

    const struct gs_variant *variants;
    size_t variant_count;
};

struct gs_lesson {
    unsigned number;
    const char *slug; /* "vecadd": names the folder and the results */
    const char *title;
    const struct gs_workload *workloads;
    size_t workload_count;
};

/* Length of a constant table, for the counts above. */
#define GS_COUNT(table) (sizeof(table) / sizeof((table)[0]))

#endif
