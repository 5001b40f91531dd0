/* Operations of streams, and the host, that meet at one place in memory. */
#ifndef SIMT_INSPECT_STREAMS_H
#define SIMT_INSPECT_STREAMS_H

#include "objects.h"
#include "types.h"

/* A thread of the running kernel accesses an object that does not belong to a block. */
void simt_streams_access(const struct simt_object *object, const struct simt_access *access,
                         struct simt_thread_id thread);

/* The copy or fill that is being made reads or writes bytes, of whatever memory. */
void simt_streams_bytes(const void *address, size_t bytes, bool write);

/* The conditional node that is being done reads the value of its condition; it is over then. */
void simt_streams_condition(const unsigned *value);

/* What is under way allocates or frees the memory there, in its stream. */
void simt_streams_all(const void *base);

/* A function of the host's that a stream calls accesses memory, of whatever kind. */
void simt_streams_call(const struct simt_access *access);

/* The host accesses memory that operations may be at work on. */
void simt_streams_host(const struct simt_access *access);

#endif
