#ifndef SIMT_OUTPUT_H
#define SIMT_OUTPUT_H

#include "buffer.h"

#include <stdbool.h>

/* A file that appears under its name only when it is complete: it is written under a temporary name
 * beside it. */
struct simt_output {
    const char *path; /* not owned */
    char *temporary;  /* where to write */
    bool is_direct;   /* a device or pipe (/dev/null): written in place */
};

/* Creates the temporary file, so that a folder that cannot be written is noticed before any work.
 * Returns false with one line in `error`. */
bool simt_output_begin(struct simt_output *output, const char *path, struct simt_buffer *error);

/* Gives the file its name, or, when `complete` is false, removes it. Returns false with one line in
 * `error`. */
bool simt_output_end(struct simt_output *output, bool complete, struct simt_buffer *error);

#endif
