/* How far a run is: one line that rewrites itself on a terminal, plain lines elsewhere. */
#ifndef GS_PROGRESS_H
#define GS_PROGRESS_H

#include "plan.h"

#include <stdbool.h>
#include <stddef.h>

struct gs_progress {
    bool silent;
    bool terminal;
    const struct gs_plan *plan;
    double start_s;
    unsigned process, processes; /* that take the samples, one after the other */
    double done_weight, whole_weight;
};

/* On stderr, for stdout is for results. */
void gs_progress_start(struct gs_progress *progress, const struct gs_plan *plan, unsigned processes,
                       bool silent);

/* The plan begins again, in the next process. */
void gs_progress_next_process(struct gs_progress *progress, unsigned process);

/* Says which point comes next; index counts from 0. */
void gs_progress_show(struct gs_progress *progress, size_t index);

/* Leaves the terminal's line empty. */
void gs_progress_end(struct gs_progress *progress);

#endif
