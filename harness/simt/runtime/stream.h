#ifndef SIMT_STREAM_H
#define SIMT_STREAM_H

#include <driver_types.h>
#include <stdbool.h>

/* True for the default streams and for streams that have been created and not destroyed. */
bool simt_stream_valid(cudaStream_t stream);

#endif
