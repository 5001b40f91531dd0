/* A whole run: plan, measure, record, save. */
#ifndef GS_RUN_H
#define GS_RUN_H

#include "plan.h"
#include "record.h"
#include "status.h"

#include <stdbool.h>
#include <stdint.h>

struct gs_run_options;

/* What a run left; borrowed. */
struct gs_run_outcome {
    const struct gs_results *results;
    const char *folder, *name; /* FOLDER/NAME.json and .csv */
    double wall_s, sampled_s;  /* of all, and of its samples */
};

/* Shows what a run left, after it was saved. */
typedef enum gs_status gs_run_show_fn(const struct gs_run_options *options,
                                      const struct gs_run_outcome *outcome, struct gs_error *error);

/* What the kernels of the plan would take on a GPU, as record/predicted.h reads it; NULL: nothing
 * is known. The results are those of the run, on the simulator. */
typedef json_t *gs_run_predict_fn(const struct gs_run_options *options, const struct gs_plan *plan,
                                  const struct gs_results *results);

struct gs_run_options {
    struct gs_selection selection;
    const char *out; /* folder for results/<machine>; NULL: "results" */
    uint64_t seed;
    bool verify_only;           /* no times, no plots */
    bool peers;                 /* beside other libraries, with the cost of a call */
    bool quiet;                 /* only what is wrong, and where the results are */
    bool json;                  /* the records on stdout instead of tables */
    bool resume;                /* go on with the unfinished run in the folder, if there is one */
    double time_limit_s;        /* longest that one point may take; 0: by the size of its arrays */
    unsigned shard, shards;     /* only this part of the plan, counted from 1; 0: all of it */
    unsigned processes;         /* that take the samples of each row, in turn; 0: one */
    unsigned one, one_of;       /* this is one of so many runs, counted from 1, whose results are
                                   joined; 0: it is not */
    const char *command_line;   /* for the record */
    const char *device_reason;  /* why this device and not another, or NULL */
    gs_run_show_fn *show;       /* NULL: nothing is shown */
    gs_run_predict_fn *predict; /* for kernels on the simulator, which have no times; NULL: none */
};

/*
 * Returns GS_OK when every answer was right, GS_WRONG when one was not (the error then says how
 * many), GS_INTERRUPTED after Ctrl-C; what was finished is saved in all three cases. Points run in
 * a process of their own: one that crashes, hangs or loses the device has that for its verdict,
 * and the run goes on behind it.
 */
enum gs_status gs_run(const struct gs_run_options *options, struct gs_error *error);

#endif
