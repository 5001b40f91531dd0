/*
 * Copies of variants that move their data themselves (GS_OWN_COPIES). They go through here so that
 * a run can say how many copies it made, how many bytes went each way, and how long they took.
 */
#ifndef GS_TRANSFER_H
#define GS_TRANSFER_H

#include "call.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Queues the copy of elements [begin, begin + count) of one of the workload's arrays, host to
 * device or back, into `stream`; returns its cudaError_t. As with every asynchronous copy, the
 * host may touch the elements again only after the stream is synchronized.
 */
int gs_copy_in(const struct gs_call *call, size_t array, size_t begin, size_t count, void *stream);
int gs_copy_out(const struct gs_call *call, size_t array, size_t begin, size_t count, void *stream);

/*
 * The same where the elements are elsewhere on the host: the first of them at `from`, or to be put
 * at `to`. Several threads may copy at a time.
 */
int gs_copy_in_from(const struct gs_call *call, size_t array, size_t begin, size_t count,
                    const void *from, void *stream);
int gs_copy_out_to(const struct gs_call *call, size_t array, size_t begin, size_t count, void *to,
                   void *stream);

/* Waits for all copies and kernels in a stream. */
int gs_copy_wait(void *stream);

#ifdef __cplusplus
}
#endif

#endif
