/* Events: stamps of the host's clock, taken when what comes before them is done. */
#include "capture.h"
#include "error.h"
#include "handle.h"
#include "observer.h"
#include "queue.h"
#include "stream.h"

#include <pthread.h>
#include <simt/runtime.h>
#include <stdatomic.h>
#include <stdlib.h>

struct CUevent_st {
    struct simt_handle handle; /* first */
    unsigned number;           /* in order of creation, from 1 */
    unsigned flags;
    bool recorded;
    unsigned long long records; /* how often */
    long long at_ns;
    struct simt_tail tail; /* where it was recorded in a capture */
};

struct simt_handles simt_events;

/* Held while an event is recorded, stamped, or destroyed. */
static pthread_mutex_t stamp_lock = PTHREAD_MUTEX_INITIALIZER;

bool simt_event_valid(cudaEvent_t event)
{
    return event && simt_handle_valid(&simt_events, event);
}

static cudaError_t check(cudaEvent_t event)
{
    return simt_return(simt_event_valid(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

/* The same, and that no capture forbids the host to ask about it. */
static cudaError_t check_wait(cudaEvent_t event)
{
    return simt_return(simt_event_valid(event) ? simt_capture_check_event(&event->tail)
                                               : cudaErrorInvalidResourceHandle);
}

static void tell(enum simt_operation_kind kind, cudaEvent_t event, cudaStream_t stream,
                 const void *site)
{
    simt_tell(&(struct simt_operation){
        .kind = kind, .site = site, .event = event->number, .stream = stream});
}

static cudaError_t make(cudaEvent_t *event, unsigned int flags, const void *site)
{
    static _Atomic unsigned number;
    unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    struct CUevent_st *made;

    if (simt_sticky_error() != cudaSuccess)
        return simt_return(cudaSuccess);
    if (!event || flags & ~known ||
        (flags & cudaEventInterprocess && !(flags & cudaEventDisableTiming)))
        return simt_return(cudaErrorInvalidValue);
    made = calloc(1, sizeof(*made));
    if (!made)
        return simt_return(cudaErrorMemoryAllocation);
    made->number = atomic_fetch_add(&number, 1) + 1;
    made->flags = flags;
    made->handle.site = site;
    simt_handle_add(&simt_events, &made->handle);
    *event = made;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return make(event, cudaEventDefault, SIMT_SITE);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags)
{
    return make(event, flags, SIMT_SITE);
}

static bool destroy(cudaEvent_t event)
{
    bool found;

    (void)pthread_mutex_lock(&stamp_lock);
    found = event && simt_handle_remove(&simt_events, event);
    if (found) {
        simt_tail_free(&event->tail);
        free(event);
    }
    (void)pthread_mutex_unlock(&stamp_lock);
    return found;
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    return simt_return(destroy(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

void simt_events_reset(int device)
{
    cudaEvent_t event;

    while ((event = simt_handle_of_device(&simt_events, device)))
        (void)destroy(event);
}

/* In a stream that is captured: `external` makes a node of it, which records the event in launches
 * of the graph. */
static cudaError_t capture(cudaEvent_t event, struct simt_tail *tail, bool external,
                           enum cudaGraphNodeType type, const void *site)
{
    struct simt_node_work work = {.type = type, .event = event};

    return external ? simt_capture_add(tail, &work, site) : simt_capture_record(tail, &event->tail);
}

/* A record of an event, whose turn may come when the event is gone, or recorded again. */
struct record {
    cudaEvent_t event;
    unsigned number;
    unsigned long long record;
};

static void stamp(void *what, const void *site)
{
    const struct record *record = what;
    cudaEvent_t event = record->event;

    (void)site;
    (void)pthread_mutex_lock(&stamp_lock);
    if (simt_event_valid(event) && event->number == record->number &&
        event->records == record->record)
        event->at_ns = simt_clock_ns();
    (void)pthread_mutex_unlock(&stamp_lock);
}

static cudaError_t stamp_later(cudaEvent_t event, cudaStream_t stream, const void *site)
{
    struct simt_turn turn = {stamp, free, malloc(sizeof(struct record)), false};
    cudaError_t error;

    if (!turn.what)
        return cudaErrorMemoryAllocation;
    *(struct record *)turn.what = (struct record){event, event->number, event->records};
    error = simt_queue_add(stream, &turn, site);
    simt_queue_record(event->number, stream);
    return error;
}

void simt_event_order(cudaEvent_t event, cudaStream_t stream, bool record)
{
    if (!simt_event_valid(event))
        return;
    if (record)
        simt_queue_record(event->number, stream);
    else
        simt_queue_stream_waits(stream, event->number);
}

static void note_record(cudaEvent_t event)
{
    (void)pthread_mutex_lock(&stamp_lock);
    event->recorded = true;
    event->records += !simt_in_turn; /* a node's counts as done before what was recorded since */
    event->at_ns = simt_clock_ns();
    (void)pthread_mutex_unlock(&stamp_lock);
}

static cudaError_t record(cudaEvent_t event, cudaStream_t stream, unsigned flags, const void *site)
{
    struct simt_tail *tail;
    cudaError_t error = check(event);

    if (error != cudaSuccess)
        return error;
    if (!simt_stream_valid(stream) || event->handle.device != simt_stream_device(stream))
        return simt_return(cudaErrorInvalidResourceHandle);
    error = simt_capture_gate(stream, &tail);
    if (error == cudaSuccess && tail)
        return simt_return_at(capture(event, tail, flags & cudaEventRecordExternal,
                                      cudaGraphNodeTypeEventRecord, site),
                              site);
    if (error != cudaSuccess)
        return simt_return_at(error, site);
    simt_tail_free(&event->tail);
    tell(SIMT_OPERATION_RECORD, event, stream, site);
    note_record(event);
    return simt_return_at(simt_queue_is_on() ? stamp_later(event, stream, site) : cudaSuccess,
                          site);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    return record(event, stream, cudaEventRecordDefault, SIMT_SITE);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    if (flags & ~(unsigned)cudaEventRecordExternal)
        return simt_return(cudaErrorInvalidValue);
    return record(event, stream, flags, SIMT_SITE);
}

cudaError_t cudaEventQuery(cudaEvent_t event)
{
    cudaError_t error = check_wait(event);

    if (error != cudaSuccess)
        return error;
    if (!simt_queue_event_is_done(event->number))
        return cudaErrorNotReady;
    tell(SIMT_OPERATION_QUERY_EVENT, event, NULL, SIMT_SITE);
    return simt_return(cudaSuccess);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    cudaError_t error = check_wait(event);

    if (error != cudaSuccess)
        return error;
    tell(SIMT_OPERATION_WAIT_EVENT, event, NULL, SIMT_SITE);
    simt_queue_wait_event(event->number);
    return simt_return(cudaSuccess);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    cudaError_t error = check(event);
    struct simt_tail *tail;
    bool done = false;

    if (error != cudaSuccess)
        return error;
    if (!simt_stream_valid(stream))
        return simt_return(cudaErrorInvalidResourceHandle);
    if (flags & ~(unsigned)cudaEventWaitExternal)
        return simt_return(cudaErrorInvalidValue);
    if (simt_in_turn) /* a node's: the launch of its graph has waited */
        return cudaSuccess;
    error = simt_capture_gate(stream, &tail);
    if (error == cudaSuccess && tail && flags & cudaEventWaitExternal)
        return simt_return(capture(event, tail, true, cudaGraphNodeTypeWaitEvent, SIMT_SITE));
    if (error == cudaSuccess)
        error = simt_capture_wait(stream, &event->tail, &done);
    if (error != cudaSuccess || done)
        return simt_return(error);
    tell(SIMT_OPERATION_STREAM_WAITS, event, stream, SIMT_SITE);
    simt_queue_stream_waits(stream, event->number);
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    cudaError_t error = check_wait(start);

    if (error == cudaSuccess)
        error = check_wait(end);
    if (error != cudaSuccess)
        return error;
    if (!ms)
        return simt_return(cudaErrorInvalidValue);
    if (start->handle.device != end->handle.device ||
        (start->flags | end->flags) & cudaEventDisableTiming)
        return simt_return(cudaErrorInvalidResourceHandle);
    if (!simt_queue_event_is_done(start->number) || !simt_queue_event_is_done(end->number))
        return cudaErrorNotReady;
    if (!start->recorded || !end->recorded)
        return simt_return(cudaErrorInvalidResourceHandle);
    simt_tell(&(struct simt_operation){.kind = SIMT_OPERATION_ELAPSED,
                                       .site = SIMT_SITE,
                                       .event = end->number,
                                       .start_event = start->number,
                                       .begun_ns = start->at_ns,
                                       .ended_ns = end->at_ns});
    *ms = (float)((double)(end->at_ns - start->at_ns) * 1e-6);
    return cudaSuccess;
}
