#ifndef SIMT_STREAM_H
#define SIMT_STREAM_H

#include "handle.h"

#include <driver_types.h>
#include <stdbool.h>

/* Those that have been created and not destroyed. */
extern struct simt_handles simt_streams, simt_events;

/* True for the default streams and for streams that have been created and not destroyed. */
bool simt_stream_valid(cudaStream_t stream);

/* The host is in a function that a stream calls: what came before it in the stream is done. */
extern __thread bool simt_in_callback;

/* Of a valid stream. */
struct simt_stream_name {
    unsigned number;  /* 0: a default stream; others in order of creation, from 1 */
    bool is_blocking; /* it and the default stream wait for each other */
};
struct simt_stream_name simt_stream_name(cudaStream_t stream);

#endif
