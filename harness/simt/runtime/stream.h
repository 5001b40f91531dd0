#ifndef SIMT_STREAM_H
#define SIMT_STREAM_H

#include "handle.h"

#include <driver_types.h>
#include <stdbool.h>

struct simt_tail;

/* The device of a valid stream: of a default stream the one that the thread has chosen. */
int simt_stream_device(cudaStream_t stream);

/* Those that have been created and not destroyed. */
extern struct simt_handles simt_streams, simt_events;

/* Destroy all of a device. */
void simt_streams_reset(int device);
void simt_events_reset(int device);

/* True for the default streams and for streams that have been created and not destroyed. */
bool simt_stream_valid(cudaStream_t stream);

bool simt_event_valid(cudaEvent_t event);

/* Of an event of a graph's node, if it is valid: the queue is told of it (queue.h). */
void simt_event_order(cudaEvent_t event, cudaStream_t stream, bool record);

/* Where a valid stream is in a capture. The legacy stream is in none, and has no such place. */
struct simt_tail *simt_stream_tail(cudaStream_t stream);

/* A function of the host, when its turn in a stream has come. */
cudaError_t simt_host_call(cudaStream_t stream, cudaHostFn_t fn, void *user_data, const void *site);

/* The host is in a function that a stream calls: what came before it in the stream is done. */
extern __thread bool simt_in_callback;

/* Of a valid stream. */
struct simt_stream_name {
    unsigned number; /* 0: a default stream of the first device; others in order of creation, or
                      * of first use, from 1 */
    int device;
    bool is_default;
    bool is_blocking;           /* it and the default stream wait for each other */
    struct simt_branch *branch; /* of a graph that is launched in it (pending.h); null: in none */
};
struct simt_stream_name simt_stream_name(cudaStream_t stream);

#endif
