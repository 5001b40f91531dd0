/*
 * What a lesson is made of. A lesson holds workloads (inputs, reference, traffic, tolerance) and
 * a workload its variants: kernels and CPU baselines that compute the same thing. All of it is
 * constant data in lessons/NN_slug/lesson.c; the harness reads it and knows no lesson by name.
 */
#ifndef GS_LESSON_H
#define GS_LESSON_H

#include "array.h"
#include "call.h"
#include "comparisons.h"
#include "goals.h"
#include "verdict.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a variant runs on: one CPU thread, all of them, or the device. */
enum gs_place { GS_CPU_SERIAL, GS_CPU_PARALLEL, GS_DEVICE };

/* How a variant is wrong on purpose; its verdict is then not "wrong" but what it shows. */
enum gs_flaw {
    GS_SOUND,
    GS_RACES,       /* loses updates: GS_LOST_UPDATES */
    GS_FALLS_SHORT, /* leaves the last elements out: GS_PARTIAL */
    GS_ROUNDS,      /* its rounding errors grow past the tolerance: GS_INACCURATE */
};

/* Traits of a device variant. */
enum {
    /*
     * Without it a variant only launches: it is timed with its data on the device, and from host
     * to host with copies of all inputs and outputs around it that the harness makes. With it the
     * variant itself moves everything, by gs_copy_in() and gs_copy_out(), and is timed from host
     * to host only. It may synchronize its streams, and need not at its end.
     */
    GS_OWN_COPIES = 1 << 0,
    GS_INPUTS_ON_DEVICE = 1 << 1, /* copies for itself, but starts with its inputs on the device */
    GS_ONLY_PAGEABLE = 1 << 2,    /* host to host from ordinary host memory only */
    GS_ONLY_PINNED = 1 << 3,      /* host to host from page-locked memory only */
    GS_ANY_BLOCK = 1 << 4,        /* chooses its own threads a block; swept over n alone */
    GS_USES_SLOTS = 1 << 7,       /* copies through page-locked slots that it is lent */
    /* Of a variant on any place: */
    GS_PEER = 1 << 5, /* another library's way to do the same; its records' place is "peer" */
    GS_REPEATS =
        1 << 6, /* runs call->repeat times by itself: one call from C would cost too much */
};

struct gs_variant {
    const char *name; /* by idea, and for ever: result files carry it */
    enum gs_place place;
    gs_run_fn *run;
    const char *about; /* one line: what it does, and what it teaches */
    enum gs_flaw flaw;
    unsigned traits;
    /* What it takes that not every device has ("CUB"): where run() says cudaErrorNotSupported the
     * point is skipped, and this is the reason. */
    const char *needs;
    /*
     * How many devices it runs on; 0 and 1: on one. Where there are fewer it is skipped. With more
     * than one it gets call->parts, and is timed with its data on the devices alone. Its work in
     * the streams of all parts begins when call->stream has come to it, and call->stream goes on
     * when all of them have ended: the harness sees to both. It may choose any device and need not
     * choose the first again. Afterwards each part's share of the outputs is looked at.
     */
    unsigned devices;
};

enum { GS_MOST_ARRAYS = 8, GS_MOST_SCALARS = 4 };

/* One run's data as the callbacks below see it. */
struct gs_data {
    const struct gs_variant *variant; /* that ran; NULL while filling */
    enum gs_dtype dtype;
    size_t n;
    unsigned grid, block; /* as in gs_call; of no meaning while filling */
    uint64_t seed;
    const double *scalars;
    void *const *arrays;   /* host pointers, in the workload's order */
    const void *reference; /* what refer() made, or NULL */
};

/* What judge() found. */
struct gs_judgement {
    enum gs_verdict verdict;
    double lost;        /* of GS_LOST_UPDATES: the share of updates lost, 0 to 1 */
    char sentence[160]; /* what happened and why */
};

/* A launch that a class looks at by itself. */
struct gs_case {
    size_t n;
    unsigned grid, block;
};

/*
 * Arithmetic for one element of a perfect variant, in what the machine's limits are measured in. No
 * variant can be faster than a limit, so this counts what none can avoid: multiplications, each
 * with the addition that may go with it. Additions by themselves count where there is nothing else,
 * for processors make them beside. A division or a square root is at least a Newton step (two) from
 * the hardware's estimate, and one multiplication before and one behind it. A sine is as much as
 * an exponential: both fold their argument into a short range and evaluate a polynomial there; a
 * hyperbolic tangent is an exponential and a division.
 */
struct gs_arithmetic {
    double mads; /* multiply-adds */
    double exps; /* exponentials */
};

enum { GS_MADS_OF_DIVISION = 4 };

struct gs_workload {
    const char *name;
    const char *formula;
    const struct gs_array *arrays;
    size_t array_count;
    unsigned typed_arrays; /* a bit for each array with a dtype of its own, whatever the run's */
    unsigned dtypes;       /* GS_DTYPE_BIT()s of those the variants handle */
    const char *sizes;     /* default sweep over n, in the grammar of --sizes; NULL: cases alone */
    const char *blocks;    /* default sweep over threads a block, at the largest n of `sizes` */
    unsigned block;        /* threads a block of the sweep over n */
    unsigned grid;    /* blocks where nothing else is asked for; 0: what the variant finds right */
    bool takes_grids; /* its kernels launch call->grid blocks wherever that is not 0 */
    const struct gs_case *cases; /* run beside the default sweep, before it */
    size_t case_count;

    /* The scalars at size n, GS_MOST_SCALARS at most; NULL: there are none. */
    void (*scalars)(size_t n, double *out);
    /* Elements of one array at size n; NULL: n in each. */
    size_t (*length)(size_t array, size_t n);
    /*
     * Where the share of part `part` begins in an array that `parts` devices have together; it ends
     * where the next one's begins, and the last one's with the array. NULL: all have as much.
     */
    size_t (*share)(size_t array, size_t n, unsigned part, unsigned parts);
    /*
     * Writes elements [begin, end) of an input or an updated array: a function of (seed, array,
     * index) alone. NULL: the random values of random.h, floats in [-1, 1) and integers in half of
     * their range, with the array's number for the stream.
     */
    void (*fill)(const struct gs_data *data, size_t array, size_t begin, size_t end);
    /*
     * Computes once what all results of these inputs are compared with, where that cannot be done
     * an element at a time: fills reference_bytes at `out`, and so many more for each of n; all
     * inputs are there, all threads free. NULL: nothing needs it.
     */
    void (*refer)(const struct gs_data *data, void *out);
    size_t reference_bytes, reference_bytes_each;
    /*
     * Or, in the place of refer(), results() and compare(), the right elements [begin, end) of an
     * output or an updated array, from many threads at once, each time the same. All arrays hold
     * what they held before the run, outputs junk. Every element of those arrays is then compared
     * with it. It may be off by the tolerance, times the larger of its own magnitude and the root
     * mean square of its array: where terms cancel, what is left has an error as large as theirs.
     */
    void (*answer)(const struct gs_data *data, size_t array, size_t begin, size_t end,
                   long double *out);
    double tolerance[GS_DTYPE_COUNT];
    /* The variant whose output is the reference, for want of another; NULL: none. */
    const struct gs_variant *reference_variant;
    /* Compares results [begin, end) of `results(n)` with the reference; NULL: of n. */
    size_t (*results)(size_t n);
    void (*compare)(const struct gs_data *data, size_t begin, size_t end, struct gs_match *found);
    /*
     * Called where compare() found wrong elements: tells an answer that is wrong in the way of its
     * variant (or launch) from one that is just wrong. NULL: every wrong answer is just that.
     */
    void (*judge)(const struct gs_data *data, struct gs_judgement *out);
    /* Bytes that a perfect variant reads and writes, once each; NULL: memory is not the point. */
    size_t (*traffic)(enum gs_dtype dtype, size_t n);
    /* Arithmetic for each of n elements; zeros: it is not counted. */
    struct gs_arithmetic arithmetic;
    /* Why this variant is not run at this point (it would take hours, say), or NULL: it is. NULL
     * as a whole: everything is run. */
    const char *(*refuse)(const struct gs_variant *variant, size_t n, unsigned grid,
                          unsigned block);

    const struct gs_variant *variants;
    size_t variant_count;

    /* Names between commas: the variants that stand against other libraries; and how well. */
    const char *contenders;
    const struct gs_goal *goals;
    size_t goal_count;
};

/*
 * The version of what this header says. A lesson.c outside of this tree may say for which it was
 * written, as in GS_LESSON_WRITTEN_FOR(1); the compiler then stops where that is another one.
 */
enum { GS_LESSON_VERSION = 1 };

#define GS_LESSON_WRITTEN_FOR(version)                                                             \
    _Static_assert((version) == GS_LESSON_VERSION,                                                 \
                   "this lesson was written for another version of lesson.h; read what changed "   \
                   "in CHANGELOG.md, then change this number")

struct gs_lesson {
    unsigned number;  /* 0 also of a user's own, from outside of this build */
    const char *slug; /* "vecadd": names the folder and the results; of a user's own: the folder */
    const char *title;
    const struct gs_workload *workloads;
    size_t workload_count;
    /* Of a user's own: the file as it was named, and a hash of all that it was compiled from. */
    const char *source, *fingerprint;
};

/* Length of a constant table, for the counts above. */
#define GS_COUNT(table) (sizeof(table) / sizeof((table)[0]))

#endif
