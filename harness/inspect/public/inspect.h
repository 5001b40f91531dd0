/* The command `inspect`: what the inspector sees of a lesson, or of a program. */
#ifndef GS_INSPECT_H
#define GS_INSPECT_H

#include "inspected_run.h"
#include "plan.h"
#include "status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct gs_inspect_options {
    const char *target;
    char **arguments; /* of the program, with NULL behind the last; NULL: none */
    size_t argument_count;
    const char *object; /* of a user's own kernels: what they were compiled to for the inspector */
    struct gs_selection selection; /* of a lesson: its workload, variants, dtypes, sizes, blocks */
    uint64_t seed;                 /* of the inputs, and of the one schedule */
    unsigned seeds;                /* schedules 1 to seeds instead; 0: the one */
    double timeout_s;              /* 0: not given */
    bool draw, no_margin;
    /* Of a lesson: prints what the variant of a point would take, and gives it for the document, or
     * NULL. NULL: nobody asks. */
    json_t *(*predict)(void *context, const struct gs_point *point);
    void *predict_context;
};

/* The schedule of run k of them, from 1. */
struct gs_schedule gs_inspect_schedule(const struct gs_inspect_options *options, unsigned k);
unsigned gs_inspect_runs(const struct gs_inspect_options *options);

/*
 * Both print what they find, and give the document for --json, the caller's. GS_OK: nothing was
 * found, and every answer is right; GS_WRONG: something was, and the error says how much.
 */
enum gs_status gs_inspect_lesson(const struct gs_inspect_options *options, json_t **document,
                                 struct gs_error *error);
/* The target is a .cu file or a program built by simt-cc --inspect. */
enum gs_status gs_inspect_program(const struct gs_inspect_options *options, json_t **document,
                                  struct gs_error *error);

/* One launch of one variant, in gridstride-inspect. `pictures` is a sum of GS_PICTURE_... */
struct gs_inspect_launch {
    const struct gs_point *point;
    const char *object; /* as in the options */
    uint64_t seed;      /* of the inputs */
    struct gs_schedule schedule;
    double timeout_s;
    unsigned pictures;
    const struct gs_inspect_folder *folder; /* its file "stdout" then holds the pictures */
    struct gs_inspect_trace trace;          /* of gs_inspect_trace_sizes() alone */
};

/* What came of it; *result has the members "verdict", "detail", "good" and "counts", also where the
 * process crashed. Both are the caller's. */
enum gs_status gs_inspect_launch(const struct gs_inspect_launch *launch,
                                 struct gs_inspect_outcome *out, json_t **result,
                                 struct gs_error *error);

/*
 * Counts the launch at each of the sizes, in one process; nothing is looked for. *results, the
 * caller's, has for the first ones of them, one at least, an object with the members "launches" (as
 * simt/trace/trace.h says) and "why" (a sentence where there are none), or "detail" where its
 * process ended first. Fewer than `count` where one has no launches, or the process did not come to
 * all: the next call goes on with the others.
 */
enum { GS_INSPECT_MOST_SIZES = 64 };
enum gs_status gs_inspect_trace_sizes(const struct gs_inspect_launch *launch, const size_t *sizes,
                                      size_t count, json_t **results, struct gs_error *error);

/*
 * Looks for a smaller launch that shows the same finding, in some dozens of launches at most. The
 * launch given is one that shows it. Adds "smallest" to the finding: {"n", "grid", "block",
 * "finding"}. The budget says how many launches are left to be made, and is counted down.
 */
enum gs_status gs_inspect_smallest(const struct gs_inspect_launch *launch, json_t *finding,
                                   unsigned *budget, struct gs_error *error);

#endif
