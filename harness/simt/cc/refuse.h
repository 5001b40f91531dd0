#ifndef SIMT_REFUSE_H
#define SIMT_REFUSE_H

#include "lexer.h"

/* Names that the user's own text declares although CUDA has a meaning for them: token indices of
 * the names. */
struct simt_own_names {
    size_t *items;
    size_t count, capacity;
};

/* Whether the identifier at `index` is something of CUDA that the simulator does not have
 * (launch attributes, memory of other processes, …). Then adds one line to `error` that names it.
 */
bool simt_refuse_name(const struct simt_source *source, size_t index, struct simt_own_names *own,
                      struct simt_buffer *error);

/* Checks the kernel declared with the __global__ marker at `marker`, in a declaration that begins
 * at `first`: a function that returns void. On success `*name` is the token of its name. Otherwise
 * false with one line in `error`. */
bool simt_check_kernel(const struct simt_source *source, size_t first, size_t marker, size_t *name,
                       struct simt_buffer *error);

#endif
