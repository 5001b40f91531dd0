/* What the host chose to have done: launches and their arguments, copies and what they bring to the
 * device, fills, allocations, descriptions of textures. Two runs of a program whose host does not
 * know the inputs have the same choices, whichever inputs lie on the device, and wherever the
 * system puts memory. */
#ifndef SIMT_INSPECT_CHOICES_H
#define SIMT_INSPECT_CHOICES_H

#include "runtime/operation.h"

#include <simt/runtime.h>

/* ---- what happens is told ---- */

/* An argument of the launch that comes next. Of an object, its padding is 0. */
void simt_choices_argument(const void *value, size_t bytes, enum simt_argument_kind kind);
void simt_choices_launch(const struct simt_launch_config *config);
void simt_choices_operation(const struct simt_operation *operation);

/* A row of a copy, or of a fill that has been made; both before anything else comes. */
void simt_choices_row(const void *dst, const void *src, size_t bytes);
void simt_choices_filled(const void *begin, size_t bytes);

/* What kernels read by a way of its own; see the observer. */
void simt_choices_described(const void *base, const uint64_t numbers[], size_t count,
                            const void *site);

void simt_choices_begin(void); /* forgets all of that; before it nothing is looked at */
void simt_choices_end(void);   /* nothing that comes after is */

/* ---- what was chosen ---- */

struct simt_choice {
    uint64_t value;   /* a hash of it, below 2^62 */
    const void *site; /* null: it is the launch of that line */
    int line;
};

/* The first 500, in order; null: beyond them. */
const struct simt_choice *simt_choices_get(size_t index);

/* Of all that come after those: one hash. */
uint64_t simt_choices_rest(void);

#endif
