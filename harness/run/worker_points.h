/*
 * The worker's side of a run: opens the device, measures what the machine can reach, and goes
 * through the plan, group by group of points that share their arrays.
 */
#ifndef GS_WORKER_POINTS_H
#define GS_WORKER_POINTS_H

#include "cpu_limits.h"
#include "journal.h"
#include "measure_point.h"
#include "plan.h"
#include "worker_process.h"

/* What has become of a point so far. */
struct gs_point_state {
    bool done;                /* its pass with ordinary memory */
    bool right;               /* ... and it may go on to the one with page-locked arrays */
    bool pinned_done;         /* that pass */
    bool timed, pinned_timed; /* whether these had times, in the first process */
};

/* A pass over a point is finished; false where it was before. */
bool gs_point_state_finish(struct gs_point_state *states, const struct gs_journal_entry *entry);

/* A variant that is not run any more, and the reason. */
struct gs_excluded {
    const struct gs_variant *variant;
    char why[160];
};

enum { GS_MOST_EXCLUDED = 64 };

/* What the machine can reach, as the first worker of a run measures it. */
struct gs_machine_limits {
    struct gs_device_limits device;
    struct gs_cpu_limits cpu;
};

/* What a worker starts from. It is a copy: a worker's process changes nothing of it here. */
struct gs_assignment {
    const struct gs_plan *plan;
    uint64_t seed;
    bool verify_only;
    bool per_call; /* short kernels also by the time that a call takes */
    unsigned process,
        processes;  /* the one that is at work, from 1; of so many, which share the time */
    bool no_limits; /* the machine's are not measured: another run's results have them */
    bool kernels;   /* the plan has some, so there is a device to be opened */
    bool opened;    /* it was, by an earlier worker, and is what facts says */
    struct gs_device_facts facts;
    const char *no_device; /* why it cannot be opened again; its points are then skipped */
    bool measured;         /* limits holds what an earlier worker measured */
    struct gs_machine_limits limits;
    struct gs_point_state *point_states; /* one a point */
    const bool *mine; /* one a point: whether it is this run's part of the plan */
    struct gs_excluded excluded[GS_MOST_EXCLUDED];
    size_t excluded_count;
};

/* For gs_worker_start(); context is a struct gs_assignment. */
void gs_worker_run_points(void *context, const struct gs_supervisor *supervisor);

#endif
