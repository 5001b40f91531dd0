/* A document that a command writes where it was told to: whole, or not at all. */
#ifndef GS_OUTPUT_FILE_H
#define GS_OUTPUT_FILE_H

#include "status.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

struct gs_output {
    const char *option; /* "--json", for messages */
    const char *path;   /* NULL: none is asked for */
    char beside[4096];  /* written there, and moved when it is whole; "": written in place */
    FILE *file;         /* open from the begin on where it is written in place */
    bool is_programs;   /* file is not ours to close */
    bool begun;
};

/* "-" */
bool gs_output_is_stdout(const char *path);

/* Before anything runs: a place that cannot be written to is not found out minutes later. What goes
 * to "-" is written to `programs`. No file is made yet: nothing is left where the command is
 * interrupted. */
enum gs_status gs_output_begin(struct gs_output *output, const char *option, const char *path,
                               FILE *programs, struct gs_error *error);

/* document NULL: there is none, and what was there before stays. */
enum gs_status gs_output_end(struct gs_output *output, const json_t *document,
                             struct gs_error *error);

#endif
