/* What a GPU might still be at work on: what the host has given to streams, and how much of it the
 * host has waited for. Here all is done when its call returns; on a GPU it need not be. */
#ifndef SIMT_INSPECT_PENDING_H
#define SIMT_INSPECT_PENDING_H

#include "runtime/stream.h"

#include <stdint.h>

void simt_pending_submit(struct simt_stream_name stream);

void simt_pending_wait_device(void);
void simt_pending_wait_stream(struct simt_stream_name stream);
void simt_pending_wait_event(unsigned event);

void simt_pending_record(unsigned event, struct simt_stream_name stream);
void simt_pending_stream_waits(struct simt_stream_name stream, unsigned event);

/* The last piece of work that the stream was given. */
struct simt_piece {
    unsigned slot;
    uint64_t number;
};
struct simt_piece simt_pending_last(struct simt_stream_name stream);

/* The piece may not be done when the last piece of the stream begins. */
bool simt_pending_unordered(struct simt_piece piece, struct simt_stream_name stream);

/* What came before the event may not be done. */
bool simt_pending_event(unsigned event);

/* Something may not be done that the event does not come after. */
bool simt_pending_beside(unsigned event);

/* Anything may not be done. */
bool simt_pending_any(void);

#endif
