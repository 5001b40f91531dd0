/* Runs of an inspected program: each a process of its own, with a schedule and a time limit. */
#ifndef GS_INSPECTED_RUN_H
#define GS_INSPECTED_RUN_H

#include "status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* A temporary folder for what runs leave behind. */
struct gs_inspect_folder {
    char path[480];
};

/* The path of a file there. Known are "program", "result", "report", "stdout" and "stderr". */
struct gs_inspect_path {
    char text[512];
};
struct gs_inspect_path gs_inspect_file(const struct gs_inspect_folder *folder, const char *name);

/* The order that threads run in. */
struct gs_schedule {
    uint64_t seed;
    unsigned resident; /* blocks at a time; 0: as the environment says */
};

/* The k-th schedule of an exploration, from 1: seed k, and 8, 2 or 16 blocks at a time. */
struct gs_schedule gs_schedule_at(unsigned k);

/* A launch that is counted for a prediction, on a device that says it has these; 0: none is. */
struct gs_inspect_trace {
    unsigned multiprocessors;
    double memory_bytes;
};

struct gs_inspect_run {
    char *const *argv; /* argv[0] is the path of the program, or the name of one beside ours */
    struct gs_schedule schedule;
    double timeout_s; /* longest that a block of a kernel may go on, and a quarter of the longest
                       * that the process may; 0: as long as it likes */
    bool shown;       /* its input and output are ours, and the inspector prints its report */
    bool margin;      /* ... and the annotated source */
    const struct gs_inspect_folder *folder;
    struct gs_inspect_trace trace;
};

/* What became of a run. */
struct gs_inspect_outcome {
    json_t *report; /* the inspector's; NULL: it left none. The caller's */
    bool good;      /* it ended with 0, or with 1 after a report of findings */
    bool hung;      /* it had to be ended */
    char how[128];  /* "ended with exit status 3" */
};

/* Fails where the process could not be started, or Ctrl-C ended it. */
enum gs_status gs_inspect_start(const struct gs_inspect_run *run, struct gs_inspect_outcome *out,
                                struct gs_error *error);
void gs_inspect_outcome_release(struct gs_inspect_outcome *outcome);

#endif
