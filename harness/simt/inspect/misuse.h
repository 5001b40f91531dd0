/* Accesses of kernels that must not be made, and those of memory that nothing wrote: what is wrong,
 * as findings. Off the fast path. */
#ifndef SIMT_INSPECT_MISUSE_H
#define SIMT_INSPECT_MISUSE_H

#include "space.h"

/* The access is in the living object but misaligned, or writes constant memory. */
void simt_misuse_inside(struct simt_object *object, const struct simt_access *access,
                        struct simt_thread_id thread, const struct simt_launch_info *launch);

/* It is not within one living object. */
void simt_misuse_outside(struct simt_shared_space *shared, const struct simt_access *access,
                         struct simt_thread_id thread, const struct simt_launch_info *launch);

/* It reads what nothing wrote. */
void simt_misuse_unwritten(struct simt_object *object, const struct simt_access *access,
                           struct simt_thread_id thread, const struct simt_launch_info *launch);

/* Whether 16 bytes at a multiple of 8, as two halves of 8 bytes that each are aligned, are written
 * in the source as one vector: the compiler announces a structure of two doubles in the same way.
 */
bool simt_misuse_vector(const struct simt_object *object, const void *site);

#endif
