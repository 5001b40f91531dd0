#ifndef SIMT_FIXED_H
#define SIMT_FIXED_H

#include "declarations.h"
#include "edits.h"
#include "host_use.h"

/* What nvcc wants to be fixed when the program is compiled, or to stay as it is while a kernel
 * runs. Each function returns whether it refuses something, and then adds one line to `error`. */

/* At the token `index` in device code: an array whose size is not constant, a static variable with
 * a value that is none, thread_local, and changes of threadIdx, warpSize and __constant__
 * variables. `outer`: as for simt_is_declared_near(). */
bool simt_refuse_unfixed(const struct simt_source *source,
                         const struct simt_declarations *declarations, size_t index, size_t outer,
                         struct simt_buffer *error);

/* The variable of the device named at `name`, outside of functions: its first value. */
bool simt_refuse_dynamic(const struct simt_source *source,
                         const struct simt_declarations *declarations,
                         const struct simt_host_names *host, size_t name,
                         struct simt_buffer *error);

/* Where threadIdx at `index` is handed on whole or as an argument: makes it one that nobody can
 * change. */
void simt_keep_fixed(const struct simt_source *source, size_t index, size_t outer,
                     struct simt_edits *edits);

#endif
