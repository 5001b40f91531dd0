#ifndef SIMT_BOUNDS_H
#define SIMT_BOUNDS_H

#include "declarations.h"
#include "edits.h"

/* Deals with the `__launch_bounds__(N, …)` whose word is at `marker`. It is taken out, and the
 * kernel's body begins with
 *     (void)&::simt_cpp::launch_bounds<KERNEL, N>;
 * which does nothing when it runs: that the object exists tells the runtime, once, that launches of
 * KERNEL have at most N threads in a block. Not so where the code is `guarded`: nothing of it runs
 * ahead of main(). Returns the last token that was dealt with, or
 * SIMT_NO_MATCH with one line in `error`. */
size_t simt_bounds_rewrite(const struct simt_source *source,
                           const struct simt_declarations *declarations, size_t marker,
                           bool guarded, struct simt_edits *edits, struct simt_buffer *error);

/* Of a module: the body of the kernel whose __global__ is at `marker` begins with
 *     (void)&::simt_cpp::module_entry<KERNEL>;
 * which makes the kernel known when the module is loaded. */
void simt_bounds_note_entry(const struct simt_source *source,
                            const struct simt_declarations *declarations, size_t marker,
                            struct simt_edits *edits);

#endif
