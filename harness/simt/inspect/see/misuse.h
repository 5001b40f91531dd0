/* Accesses of kernels that must not be made, and those of memory that nothing wrote: what is wrong,
 * as findings. Off the fast path. */
#ifndef SIMT_INSPECT_MISUSE_H
#define SIMT_INSPECT_MISUSE_H

#include "space.h"

/* What simt_space_check() says is wrong, with the object that it gives. */
void simt_misuse_report(enum simt_misuse misuse, struct simt_shared_space *shared,
                        struct simt_object *object, const struct simt_access *access,
                        struct simt_thread_id thread);

#endif
