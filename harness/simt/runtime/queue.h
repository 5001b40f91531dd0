/* Work that streams were given and that is not done yet. Where SIMT_SEED is set, and no inspector
 * looks, work is done later than it was given: which piece comes next, and how far the host gets
 * before it, is drawn from the seed among all orders that streams, events and the host's waits
 * allow. So a wait that is missing shows as a wrong result. Without a seed, where there are several
 * devices, work is done when it is given, but for a kernel that waits for what comes later, which
 * goes on beside the host, and what comes after it. Elsewhere all work is done when it is given,
 * and all functions here but simt_queue_is_on() do nothing.
 *
 * They are for calls that a capture has not taken. */
#ifndef SIMT_QUEUE_H
#define SIMT_QUEUE_H

#include <driver_types.h>
#include <stdbool.h>

struct simt_node_work;

/* Whether the calling thread is to give work to its stream instead of doing it. */
bool simt_queue_is_on(void);

/* The thread does work whose turn has come: what that calls is done at once. */
extern __thread bool simt_in_turn;

/* A piece of work: `run` does it, and `drop` frees it, after that or instead of it. */
struct simt_turn {
    void (*run)(void *what, const void *site);
    void (*drop)(void *what);
    void *what;
    bool launches; /* kernels, which may wait for what comes later */
};

/* Gives it to a valid stream; cudaErrorMemoryAllocation: it was dropped. */
cudaError_t simt_queue_add(cudaStream_t stream, const struct simt_turn *turn, const void *site);

/* The same for what a node of a graph may do; the queue takes over what the work owns. */
cudaError_t simt_queue_add_work(cudaStream_t stream, struct simt_node_work *work, const void *site);

/* The event comes after all that the stream was given so far; the stream goes on after the event.
 */
void simt_queue_record(unsigned event, cudaStream_t stream);
void simt_queue_stream_waits(cudaStream_t stream, unsigned event);

/* The host waits. */
void simt_queue_wait_all(void);
void simt_queue_wait_device(int device);
void simt_queue_wait_stream(cudaStream_t stream);
void simt_queue_wait_event(unsigned event);

/* Whether there is nothing to wait for. If there is, some of it may be done after this. */
bool simt_queue_stream_is_done(cudaStream_t stream);
bool simt_queue_event_is_done(unsigned event);

/* Around work that the host does itself, in its stream's turn. */
bool simt_queue_enter(cudaStream_t stream);
void simt_queue_leave(bool entered);

#endif
