/* A whole run: plan, measure, record, save, table, plot. */
#ifndef GS_RUN_H
#define GS_RUN_H

#include "plan.h"
#include "status.h"

#include <stdbool.h>
#include <stdint.h>

struct gs_run_options {
    struct gs_selection selection;
    const char *out; /* folder for results/<machine>; NULL: "results" */
    uint64_t seed;
    bool verify_only;          /* no times, no plots */
    bool quiet;                /* only what is wrong, and where the results are */
    bool json;                 /* the records on stdout instead of tables */
    const char *command_line;  /* for the record */
    const char *device_reason; /* why this device and not another, or NULL */
};

/*
 * Returns GS_OK when every answer was right, GS_WRONG when one was not (the error then says how
 * many), GS_INTERRUPTED after Ctrl-C; what was finished is saved in all three cases.
 */
enum gs_status gs_run(const struct gs_run_options *options, struct gs_error *error);

#endif
