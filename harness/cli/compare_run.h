/* compare --run: two builds or two kernel files, measured in turn on this machine. */
#ifndef GS_COMPARE_RUN_H
#define GS_COMPARE_RUN_H

#include "record.h"

/* Set for the runs that it starts, "2/6": which of so many that take the samples of each row
 * together. What the machine can reach is measured by the first alone. */
#define GS_ONE_OF_PROCESSES "GRIDSTRIDE_ONE_OF"

enum { GS_COMPARE_PROCESSES = 6 }; /* where nothing is said */

struct gs_compare_run {
    const char *sides[2]; /* old and new: a .cu file, or a program gridstride */
    unsigned processes;   /* on each side */
    char **options;       /* of the command run, with NULL behind the last; NULL: none */
    const char *out;      /* the folder that keeps both results, or NULL */
};

/*
 * Starts one process of the old side and one of the new, in turn, until each has had its number:
 * what changes on the machine meanwhile changes for both. Both results are the caller's where it
 * returns GS_OK.
 */
enum gs_status gs_compare_run(const struct gs_compare_run *what, struct gs_results results[2],
                              struct gs_error *error);

#endif
