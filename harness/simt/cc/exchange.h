#ifndef SIMT_EXCHANGE_H
#define SIMT_EXCHANGE_H

#include "declarations.h"

/* The first place in device code where threads read what others of their warp have just written,
 * with nothing between that has them wait for each other:
 *     if (tid < 32) { s[tid] += s[tid + 32]; s[tid] += s[tid + 16]; … }
 * Lanes that step together get it right, threads that run one after the other do not. Looked at are
 * shared memory and what is volatile, within one function; by what an index says, not by what it is
 * worth. So code that keeps to its own elements in a roundabout way is taken for an exchange, which
 * costs time and no result. SIMT_NO_MATCH: there is none. */
size_t simt_exchange_find(const struct simt_source *source,
                          const struct simt_declarations *declarations);

#endif
