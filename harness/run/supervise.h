/* A run between its first point and its last: workers come and go, what they finish is kept. */
#ifndef GS_SUPERVISE_H
#define GS_SUPERVISE_H

#include "journal.h"
#include "progress.h"
#include "run.h"
#include "worker_points.h"

/* How often each variant has ended a worker. */
struct gs_worker_failures {
    const struct gs_variant *variant;
    unsigned count;
};

struct gs_run_state {
    /* Called once each, when the first worker has opened the device (now it is known whose results
     * these are, and what an unfinished run has left), and when it has measured what the machine
     * can reach (points follow). */
    enum gs_status (*opened)(struct gs_run_state *run, struct gs_error *error);
    enum gs_status (*measured)(struct gs_run_state *run, struct gs_error *error);
    const struct gs_run_options *options;
    struct gs_plan plan;
    struct gs_assignment assignment; /* what the next worker starts from */
    bool *mine;                      /* one a point */
    size_t mine_count;
    char identity[17]; /* of the plan, and of the program that runs it */
    char shard[32];    /* "2/8", or empty */
    char result[48];   /* "lesson3": what it is, or is a shard of */
    struct gs_results results;
    struct gs_journal journal;
    struct gs_journal_content before; /* what is resumed */
    struct gs_progress progress;
    struct gs_worker_failures failures[GS_MOST_EXCLUDED];
    size_t failing_count;
    bool is_opened;         /* opened() was called */
    unsigned idle_failures; /* workers in a row that ended with no point to run */
    size_t prepared_again;  /* the point, plus 1, whose group's arrays are made once more */
    char no_device[512];
    char folder[3000]; /* where this machine's results go */
    char machine[128];
    char name[96]; /* of the result files: "lesson3" */
    double start_s, wall_s, sampled_s;
};

/* How many processes take the samples of a row, one after the other. */
static inline unsigned gs_run_processes(const struct gs_run_options *options)
{
    return options->processes > 1 ? options->processes : 1;
}

/* The plan from its start, for the next of them. */
void gs_run_next_process(struct gs_run_state *run);

/*
 * Keeps a worker at the plan until nothing is left to do, and starts the next one behind a point
 * that ended its worker. The first Ctrl-C ends it after the point that it is at, and *interrupted
 * says so; a second one ends the process at once, and the worker with it.
 */
enum gs_status gs_supervise(struct gs_run_state *run, bool *interrupted, struct gs_error *error);

#endif
