/* What the host lets streams write to the device's memory, by copies and fills, and which of it may
 * not be done when a kernel of another stream runs. */
#ifndef SIMT_INSPECT_HOST_WRITES_H
#define SIMT_INSPECT_HOST_WRITES_H

#include "pending.h"

#include <stddef.h>

struct simt_host_write {
    uintptr_t begin;
    size_t bytes;
    const void *site;
    unsigned stream; /* its number */
    bool is_fill;
    struct simt_piece piece;
};

/* It is the last piece that its stream was given. */
void simt_host_writes_add(const struct simt_host_write *write, struct simt_stream_name stream);

/* A launch has been given to the stream, and is about to run. */
void simt_host_writes_launch(struct simt_stream_name stream);

/* A copy or fill that the running launch does not wait for, and that writes some of these bytes;
 * null: there is none. */
const struct simt_host_write *simt_host_writes_find(uintptr_t address, size_t bytes);

#endif
