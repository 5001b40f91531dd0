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

#ifdef __cplusplus
}
#endif

#endif
