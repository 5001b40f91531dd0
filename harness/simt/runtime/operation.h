/* What the host asks of the device, call by call, for the observer. Launches have calls of their
 * own. */
#ifndef SIMT_OPERATION_H
#define SIMT_OPERATION_H

#include "region.h"

enum simt_operation_kind {
    SIMT_OPERATION_COPY,
    SIMT_OPERATION_FILL,
    SIMT_OPERATION_ALLOCATE,
    SIMT_OPERATION_FREE,
    SIMT_OPERATION_WAIT_DEVICE,
    SIMT_OPERATION_WAIT_STREAM,
    SIMT_OPERATION_WAIT_EVENT,
    SIMT_OPERATION_QUERY_STREAM,
    SIMT_OPERATION_QUERY_EVENT,
    SIMT_OPERATION_RECORD,
    SIMT_OPERATION_STREAM_WAITS, /* for an event */
    SIMT_OPERATION_ELAPSED,
    SIMT_OPERATION_ASK, /* for the last error */
    SIMT_OPERATION_NOTE,
};

/* Members that a kind has no use for are 0. */
struct simt_operation {
    enum simt_operation_kind kind;
    const void *site;
    const void *dst, *src; /* of a copy; of a fill the first */
    size_t bytes;
    cudaStream_t stream;
    bool async;                  /* the function's name ends in Async */
    enum simt_region_kind where; /* of what is allocated or freed */
    int device;                  /* that is waited for */
    unsigned event, start_event; /* numbers, from 1; the second one of elapsed time */
    const char *what;            /* a note, */
    bool pending;                /* and what it says */
    /* By simt_clock_ns(): of elapsed time its begin and end; of a note when what it tells of began,
     * and now. */
    long long begun_ns, ended_ns;
};

#endif
