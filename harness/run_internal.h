/* What run.c (before the first point and after the last one) and supervise.c (between) share. */
#ifndef GS_RUN_INTERNAL_H
#define GS_RUN_INTERNAL_H

#include "journal.h"
#include "progress.h"
#include "run.h"
#include "work.h"

/* How often each variant has ended a worker. */
struct gs_strikes {
    const struct gs_variant *variant;
    unsigned count;
};

struct gs_run_state {
    const struct gs_run_options *options;
    struct gs_plan plan;
    struct gs_assignment work; /* what the next worker starts from */
    bool *mine;                /* one a point */
    char identity[17];         /* of the plan, and of the program that runs it */
    char shard[32];            /* "2/8", or empty */
    struct gs_device_facts facts;
    struct gs_results results;
    struct gs_journal journal;
    struct gs_journal_content before; /* what is resumed */
    struct gs_progress progress;
    struct gs_strikes strikes[GS_MOST_BARRED];
    size_t strike_count;
    char no_device[512];
    char folder[3000]; /* where this machine's results go */
    char machine[128];
    char name[64]; /* of the result files: "lesson3" */
    double start_s, wall_s, sampled_s;
};

/* ---- run.c ----------------------------------------------------------------------------------- */

/* The first worker has opened the device: now it is known whose results these are, and what an
 * unfinished run has left. */
enum gs_status gs_run_opened(struct gs_run_state *run, const struct gs_message *message,
                             const char *payload, struct gs_error *error);

/* It has measured what the machine can reach: points follow. */
enum gs_status gs_run_measured(struct gs_run_state *run, const char *payload,
                               struct gs_error *error);

/* What makes records of points in this process, which has no device; they go to results. */
struct gs_bench gs_run_bench(const struct gs_run_state *run, struct gs_results *results);

/* ---- supervise.c ------------------------------------------------------------------------------
 */

/*
 * Keeps a worker at the plan until nothing is left to do, and starts the next one behind a point
 * that ended its worker. Ctrl-C ends it after the point that it is at; *interrupted says so.
 */
enum gs_status gs_supervise(struct gs_run_state *run, bool *interrupted, struct gs_error *error);

/* From now on Ctrl-C does that; a second one ends the process at once, and the worker with it. */
void gs_supervise_interrupts(void);

#endif
