/* Stream capture: work that a program gives to a stream becomes nodes of a graph instead of being
 * done. */
#ifndef SIMT_CAPTURE_H
#define SIMT_CAPTURE_H

#include "graph.h"

/* Where a stream, or an event, is in a capture: what the next node comes after. Zeros: in none. */
struct simt_tail {
    unsigned long long capture; /* its number, from 1; of one that has ended, too */
    cudaGraphNode_t *nodes;
    size_t count;
};

void simt_tail_free(struct simt_tail *tail);

/* For work in a valid stream: cudaSuccess and a null tail: it is to be done; with a tail: it is to
 * be added to that; else the error with which it is refused. */
cudaError_t simt_capture_gate(cudaStream_t stream, struct simt_tail **tail);

/* Adds a node behind the tail, which takes over what the work owns. */
cudaError_t simt_capture_add(struct simt_tail *tail, struct simt_node_work *work, const void *site);

/* For a call that captures do not allow beside them, because it may wait for the device: the error,
 * or cudaSuccess. The captures that it meets are invalid from then on. */
cudaError_t simt_capture_check_unsafe(void);

/* For calls that wait for the whole device, or for one stream. */
cudaError_t simt_capture_check_device(void);
cudaError_t simt_capture_check_stream(cudaStream_t stream);

/* For a call that asks about an event, whose tail it is, or waits for it. */
cudaError_t simt_capture_check_event(const struct simt_tail *event);

/* The stream's place becomes the event's. */
cudaError_t simt_capture_record(const struct simt_tail *stream, struct simt_tail *event);

/* The stream waits for the event; `done`: a capture has taken note of it, nothing is to be told. */
cudaError_t simt_capture_wait(cudaStream_t stream, const struct simt_tail *event, bool *done);

/* Whether a capture writes into the graph, or into one that is in a node of it: until its end
 * neither the graph nor its nodes can be destroyed. */
bool simt_capture_is_into(cudaGraph_t graph);

/* A stream is destroyed, and with the one in which it began a capture. */
void simt_capture_forget(cudaStream_t stream, struct simt_tail *tail);

#endif
