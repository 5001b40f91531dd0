/*
 * Exercises: a function that a student writes, and what a right one does. Everything here is known
 * to the judge alone; the student's code runs in another process and sees inputs, nothing else.
 */
#ifndef GS_EXERCISE_H
#define GS_EXERCISE_H

#include "array.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GS_MOST_PARAMETERS = 8, GS_HINTS = 3, GS_MOST_CURVES = 2 };

/* ---- what it is tried with ------------------------------------------------------------------- */

/* One size; what n and m count is the exercise's business: elements, or rows and columns. */
struct gs_shape {
    size_t n, m; /* m 0: there is none */
};

struct gs_multiprocessor;

/* What the arrays must hold afterwards, by parameter; NULL for those that are only read. */
struct gs_expected {
    void *want[GS_MOST_PARAMETERS]; /* floats of either type as double; integers as they are */
    double scale;                   /* see `tolerance`; 0 unless the exercise sets it */
    double tolerance;               /* of this case, in place of the exercise's; 0: that one */
    /* up_to > 0: of floats that the reference cannot know, as a time: right is what lies between.
     */
    double from[GS_MOST_PARAMETERS], up_to[GS_MOST_PARAMETERS];
    /* A time in the call, in seconds: up_to is then how long the call took, and whole seconds are
     * wrong (gs_is_whole_time). See `bound_time`. */
    bool is_time[GS_MOST_PARAMETERS];
    /* Set before solve() is called: of the device that the function ran on. See `device`. */
    const struct gs_multiprocessor *device;
};

/* One second or more, to the last digit: no clock with fine steps says so. It is kept in an
 * integer, and on a busy machine, where a call takes so long, it could pass for a time. */
static inline bool gs_is_whole_time(double seconds)
{
    return seconds >= 1 && seconds < 1e15 && seconds == (double)(long long)seconds;
}

/* A wrong answer, as a sentence about it needs it: of the first output that is wrong. */
struct gs_wrong {
    const struct gs_exercise *exercise;
    const struct gs_shape *shape;
    unsigned parameter;
    size_t count;                /* elements of that array */
    size_t wrong;                /* that are outside the tolerance */
    size_t first, last;          /* of those */
    size_t untouched;            /* of those: hold still what they held before the call */
    size_t untouched_first;      /* valid where untouched > 0 */
    const void *const *arrays;   /* the inputs, by parameter, as they were handed over */
    const void *got;             /* the array, in its element type */
    const void *want;            /* as in gs_expected */
    bool is_time;                /* so is this */
    const unsigned char *states; /* of each element: 0 right, 1 untouched, 2 wrong */
    const json_t *report;        /* the inspector's; NULL: there is none */
    const struct gs_multiprocessor *device; /* as in gs_expected */
    bool added_to_junk; /* each element is what is right plus what an output held before the call,
                           to which kernels came by atomic functions alone */
    const struct gs_wrong *again; /* the same of other inputs, where the exercise has one_number;
                                     NULL: it was not tried, or told nothing */
};

/* A mistake in a sentence. */
struct gs_saying {
    char kind[40]; /* "rounded-down": what tests and a class's statistics call it */
    char sentence[768];
    int line;  /* 0: not known */
    bool fits; /* of values: a formula of this mistake gives just these */
};

/* ---- what it may cost ------------------------------------------------------------------------ */

/* Most that a good solution costs, as the inspector counts it; 0: it is not looked at. */
struct gs_budget {
    double sectors;    /* of global memory, over the fewest that its requests could take */
    double wavefronts; /* of shared memory, likewise */
    size_t launches;
    size_t barriers;            /* that a thread waits at, on average */
    size_t devices;             /* that share the work: none does nearly all of it */
    size_t copies;              /* between host and device */
    size_t bytes_in, bytes_out; /* of those: to the device, and back */
    size_t global_bytes;        /* that kernels load and store */
    bool no_divisions;          /* in kernels, but by numbers; nor roots */
    bool root_by_one;           /* of the threads that add up; the others have no use for it */
    bool tree; /* in shared memory: no thread goes through more than a few of its block's cells */
    /* What every exercise bounds, also one without a budget of its own. 0: as for one element a
     * thread, of the largest array, and many more. */
    size_t threads;       /* launched, all together */
    size_t least_threads; /* of the largest launch, where many share a result; 0: as for one a
                             result */
    size_t block;         /* of that many threads at least a launch of many blocks; 0: a warp */
    /* Share of the lanes of warps that come to global memory with nothing to do there; 0: 0.45 in
     * the course, and in a folder it is not looked at. */
    double idle_lanes;
};

struct gs_data_exercise;

/* ---- an exercise ----------------------------------------------------------------------------- */

/* An array that `check --plot` draws, over its index. */
struct gs_curve {
    unsigned parameter;
    const char *title; /* "before: in" */
};

/* What makes an exercise the assessment of a part of the course (docs/assessment.md). Its function
 * is given arrays of the host, and its audit tells what crosses the bus without need. */
struct gs_assessment {
    unsigned number; /* as it is asked for: the first is 1, and there is no gap */
    const char *title;
    const char *about;             /* which lessons it is of: "lessons 0 to 5" */
    const struct gs_shape *shapes; /* at which answers are judged; as gs_exercise.shapes */
    struct gs_shape timed;         /* on a GPU: what is timed, */
    double limit_s;                /* and what passes */
};

struct gs_exercise {
    const char *name;                  /* also of its files: vecadd.cu, vecadd.h, vecadd.c */
    const char *title;                 /* "Guard the end of the array" */
    const char *entry;                 /* the function: "vecadd" */
    bool on_host;                      /* it computes on the CPU: no kernel is asked for */
    bool in_float;                     /* its kernels compute in float, though no array holds one */
    const struct gs_array *parameters; /* a name that is NULL ends them */
    unsigned on_second; /* a bit for each of those on the device that lie on a second one */
    const struct gs_shape *shapes; /* tried one after the other; ends with GS_LAST_SHAPE */
    const char *n_name, *m_name;   /* how shapes are called: "n", "rows"; m_name NULL: no m */
    const char *made_name;         /* "nz", a third number that is made of n and m; NULL: none */
    size_t (*made)(const struct gs_shape *shape);
    const char *hints[GS_HINTS]; /* from a nudge to nearly the answer */

    size_t (*count)(const struct gs_shape *shape, unsigned parameter); /* elements of an array */
    /* Fills inputs, updated arrays and numbers (one element each), from the seed alone. */
    void (*fill)(const struct gs_shape *shape, uint64_t seed, void *const *arrays);
    /* The reference, in double or exact: writes to out->want[k] what parameter k must hold. */
    void (*solve)(const struct gs_shape *shape, const void *const *arrays, struct gs_expected *out);
    /* Floats are right within tolerance * (|want| + scale). */
    double tolerance;

    /* The device that a case is simulated on, as its multiprocessors have limits (occupancy.h). It
     * is drawn from the seed, so that what an answer takes from it has to be asked for. NULL: the
     * simulator's own. */
    const struct gs_multiprocessor *(*device)(const struct gs_shape *shape, uint64_t seed);

    bool each_does_all; /* every thread is to work on every element */
    bool one_number;    /* it answers with a number, which several mistakes may make: explain()
                           is given that of other inputs, too */

    /* Each may be NULL. What an exercise alone knows to say of a wrong answer, of a right one that
     * the inspector's report (its "operations", "totals" and "counts") shows not to be what was
     * asked for, and of one of its findings, by the kind of mistake; false: none of those.
     * exercise_tools.h has what they need. */
    bool (*explain)(const struct gs_wrong *wrong, struct gs_saying *out);
    bool (*audit)(const struct gs_shape *shape, const json_t *report, struct gs_saying *out);
    bool (*say_finding)(const struct gs_shape *shape, const json_t *report, const json_t *finding,
                        struct gs_saying *out);
    void (*budget)(const struct gs_shape *shape, struct gs_budget *most);
    /* The shortest and the longest time, in seconds, that what clocks and events showed leave for
     * an answer that is a time (is_time); 0: the report tells of none. */
    void (*bound_time)(const struct gs_shape *shape, const json_t *report, double *least_s,
                       double *most_s);

    /* Parameter 0, a matrix of n rows and m columns that is updated, is printed as it was before
     * the call and as it is after it: that of the first shape, which is small. */
    bool prints_matrix;

    const struct gs_assessment *assessment; /* NULL: it is none */

    /* Of the last shape; a title that is NULL ends them. */
    struct gs_curve curves[GS_MOST_CURVES + 1];

    /* On a GPU: the size that is timed, and the bytes that the kernel must move there at least;
     * n == 0: it is not timed. */
    struct gs_shape timed;
    struct gs_shape predicted; /* where there is no GPU; n == 0: that one, as far as arrays allow */
    size_t (*timed_bytes)(const struct gs_shape *shape);
    double timed_ratio; /* most of the reference's time that passes: 1.25 */

    /* Of data (data_exercise.h), where count, fill, budget, timed_bytes and say_finding come from,
     * and where it has formulas of the answers `solve` and `explain`. NULL: one in C. */
    const struct gs_data_exercise *data;
    bool in_folder; /* a teacher's: its files lie there, and no lesson has it */

    /* One of the course of data: all but `name` is in this text, until gs_course() has read it. */
    const char *toml;
    size_t toml_bytes;
};

/* "n = 31", "rows = 3, columns = 33" */
struct gs_shape_name {
    char text[96];
};
struct gs_shape_name gs_shape_name(const struct gs_exercise *exercise,
                                   const struct gs_shape *shape);

/* What its functions say, of one in C, or its folder, of one of data. */
size_t gs_exercise_count(const struct gs_exercise *exercise, const struct gs_shape *shape,
                         unsigned parameter);
void gs_exercise_fill(const struct gs_exercise *exercise, const struct gs_shape *shape,
                      uint64_t seed, void *const *arrays);
/* What is bounded: nothing, where it says nothing. */
void gs_exercise_budget(const struct gs_exercise *exercise, const struct gs_shape *shape,
                        struct gs_budget *most);
/* Bytes of global memory that the work of one that is timed has to move at that size. */
size_t gs_exercise_needed_bytes(const struct gs_exercise *exercise, const struct gs_shape *shape);
/* False: it cannot say; its solution or its reference has to compute the answers. */
bool gs_exercise_solve(const struct gs_exercise *exercise, const struct gs_shape *shape,
                       const void *const *arrays, struct gs_expected *out);
bool gs_exercise_solves(const struct gs_exercise *exercise);
bool gs_exercise_explain(const struct gs_wrong *wrong, struct gs_saying *out);
bool gs_exercise_say_finding(const struct gs_exercise *exercise, const struct gs_shape *shape,
                             const json_t *report, const json_t *finding, struct gs_saying *out);

#define GS_LAST_SHAPE                                                                              \
    {                                                                                              \
        .n = SIZE_MAX                                                                              \
    }

/* ---- questions ------------------------------------------------------------------------------- */

/* Right are all numbers from least to most. */
struct gs_answer {
    double least, most;
};

/* The smallest n from which on this machine's GPU is ahead of its best CPU variant, with the data
 * on the device. It is read in this machine's results; half or twice of it is near enough. */
struct gs_break_even_question {
    const char *workload; /* "vecadd"; NULL: this is not asked */
    enum gs_dtype dtype;
};

/* A question whose right answer is computed, never stored. */
struct gs_question {
    const char *name; /* as it is answered: "blocks = 65537"; NULL ends a lesson's list */
    const char *text;
    const char *hints[GS_HINTS];
    struct gs_answer (*answer)(void); /* NULL: break_even asks for what was measured */
    struct gs_break_even_question break_even;
    /* What to think of a wrong answer; false: no more than that it is wrong. May be NULL. */
    bool (*explain)(double given, char *sentence, size_t size);
};

#endif
