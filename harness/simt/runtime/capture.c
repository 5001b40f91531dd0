#include "capture.h"

#include "error.h"
#include "observer.h"
#include "queue.h"
#include "stream.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A capture, from its begin to its end. */
struct capture {
    struct capture *next;
    unsigned long long number;
    cudaGraph_t graph;
    bool is_own_graph; /* made for it */
    cudaStream_t origin;
    pthread_t thread;
    enum cudaStreamCaptureMode mode;
    bool invalidated;
    cudaStream_t *streams; /* that take part, the first is the origin */
    size_t stream_count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct capture *first_capture;
static _Atomic unsigned captures; /* how many there are */
static __thread enum cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

static struct capture *find(unsigned long long number)
{
    struct capture *at;

    if (!number || !atomic_load(&captures))
        return NULL;
    (void)pthread_mutex_lock(&lock);
    for (at = first_capture; at && at->number != number;)
        at = at->next;
    (void)pthread_mutex_unlock(&lock);
    return at;
}

/* Ends it; the graph goes to `graph`, or, where that is null and it is the capture's own, away. */
static void finish(struct capture *capture, cudaGraph_t *graph)
{
    struct capture **at = &first_capture;

    (void)pthread_mutex_lock(&lock);
    while (*at != capture)
        at = &(*at)->next;
    *at = capture->next;
    (void)pthread_mutex_unlock(&lock);
    (void)atomic_fetch_sub(&captures, 1);
    if (graph)
        *graph = capture->graph;
    else if (capture->is_own_graph)
        simt_graph_free(capture->graph);
    free(capture->streams);
    free(capture);
}

/* ---- tails ---- */

void simt_tail_free(struct simt_tail *tail)
{
    free(tail->nodes);
    *tail = (struct simt_tail){0};
}

static bool tail_set(struct simt_tail *tail, unsigned long long number,
                     const cudaGraphNode_t *nodes, size_t count)
{
    cudaGraphNode_t *copy = malloc((count + 1) * sizeof(cudaGraphNode_t));

    if (!copy)
        return false;
    if (count)
        memcpy(copy, nodes, count * sizeof(cudaGraphNode_t));
    free(tail->nodes);
    tail->capture = number;
    tail->nodes = copy;
    tail->count = count;
    return true;
}

static bool tail_has(const struct simt_tail *tail, cudaGraphNode_t node)
{
    for (size_t i = 0; i < tail->count; i++)
        if (tail->nodes[i] == node)
            return true;
    return false;
}

/* Adds those nodes that it has not. */
static bool tail_join(struct simt_tail *tail, const cudaGraphNode_t *nodes, size_t count)
{
    cudaGraphNode_t *grown =
        realloc(tail->nodes, (tail->count + count + 1) * sizeof(cudaGraphNode_t));

    if (!grown)
        return false;
    tail->nodes = grown;
    for (size_t i = 0; i < count; i++)
        if (!tail_has(tail, nodes[i]))
            tail->nodes[tail->count++] = nodes[i];
    return true;
}

/* ---- what is refused ---- */

static cudaError_t invalidate(struct capture *capture, cudaError_t error)
{
    capture->invalidated = true;
    return error;
}

static bool is_legacy(cudaStream_t stream)
{
    return !stream || stream == cudaStreamLegacy;
}

/* A capture with a stream that the legacy stream would wait for, if there is one. */
static struct capture *beside_legacy(void)
{
    struct capture *found = NULL;

    (void)pthread_mutex_lock(&lock);
    for (struct capture *at = first_capture; at && !found; at = at->next)
        for (size_t i = 0; i < at->stream_count && !found; i++)
            if (simt_stream_valid(at->streams[i]) && simt_stream_name(at->streams[i]).is_blocking)
                found = at;
    (void)pthread_mutex_unlock(&lock);
    return found;
}

static cudaError_t check_legacy(cudaStream_t stream)
{
    struct capture *beside = is_legacy(stream) ? beside_legacy() : NULL;

    return beside ? invalidate(beside, cudaErrorStreamCaptureImplicit) : cudaSuccess;
}

cudaError_t simt_capture_gate(cudaStream_t stream, struct simt_tail **tail)
{
    struct capture *capture;

    *tail = NULL;
    if (!atomic_load_explicit(&captures, memory_order_relaxed) || simt_in_turn)
        return cudaSuccess;
    if (is_legacy(stream))
        return check_legacy(stream);
    capture = find(simt_stream_tail(stream)->capture);
    if (!capture)
        return cudaSuccess;
    if (capture->invalidated)
        return cudaErrorStreamCaptureInvalidated;
    *tail = simt_stream_tail(stream);
    return cudaSuccess;
}

cudaError_t simt_capture_add(struct simt_tail *tail, struct simt_node_work *work, const void *site)
{
    struct capture *capture = find(tail->capture);
    cudaGraphNode_t node;
    cudaError_t error;

    if (!capture) {
        simt_work_free(work);
        return cudaErrorIllegalState;
    }
    error = simt_graph_add(&node, capture->graph, tail->nodes, tail->count, work, site);
    if (error == cudaSuccess && !tail_set(tail, tail->capture, &node, 1))
        error = cudaErrorMemoryAllocation;
    return error == cudaSuccess ? error : invalidate(capture, error);
}

bool simt_capture_is_into(cudaGraph_t graph)
{
    bool found = false;

    if (!atomic_load(&captures))
        return false;
    (void)pthread_mutex_lock(&lock);
    for (struct capture *at = first_capture; at && !found; at = at->next)
        found = simt_graph_holds(graph, at->graph);
    (void)pthread_mutex_unlock(&lock);
    return found;
}

cudaError_t simt_capture_check_unsafe(void)
{
    cudaError_t error = cudaSuccess;

    if (!atomic_load(&captures) || thread_mode == cudaStreamCaptureModeRelaxed)
        return cudaSuccess;
    (void)pthread_mutex_lock(&lock);
    for (struct capture *at = first_capture; at; at = at->next) {
        bool own = pthread_equal(at->thread, pthread_self());

        if ((own && at->mode != cudaStreamCaptureModeRelaxed) ||
            (!own && at->mode == cudaStreamCaptureModeGlobal &&
             thread_mode == cudaStreamCaptureModeGlobal))
            error = invalidate(at, cudaErrorStreamCaptureUnsupported);
    }
    (void)pthread_mutex_unlock(&lock);
    return error;
}

cudaError_t simt_capture_check_device(void)
{
    cudaError_t error = cudaSuccess;

    if (!atomic_load(&captures))
        return cudaSuccess;
    (void)pthread_mutex_lock(&lock);
    for (struct capture *at = first_capture; at; at = at->next)
        error = invalidate(at, cudaErrorStreamCaptureUnsupported);
    (void)pthread_mutex_unlock(&lock);
    return error;
}

cudaError_t simt_capture_check_stream(cudaStream_t stream)
{
    struct capture *capture;

    if (!atomic_load(&captures))
        return cudaSuccess;
    if (is_legacy(stream))
        return check_legacy(stream);
    capture = find(simt_stream_tail(stream)->capture);
    return capture ? invalidate(capture, cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}

cudaError_t simt_capture_check_event(const struct simt_tail *event)
{
    struct capture *capture = find(event->capture);

    if (capture)
        return invalidate(capture, cudaErrorCapturedEvent);
    return event->capture ? cudaErrorCapturedEvent : cudaSuccess;
}

/* ---- events ---- */

cudaError_t simt_capture_record(const struct simt_tail *stream, struct simt_tail *event)
{
    return tail_set(event, stream->capture, stream->nodes, stream->count)
               ? cudaSuccess
               : cudaErrorMemoryAllocation;
}

/* The stream takes part in the capture from now on. */
static cudaError_t take_part(struct capture *capture, cudaStream_t stream)
{
    cudaStream_t *grown;

    (void)pthread_mutex_lock(&lock);
    grown = realloc(capture->streams, (capture->stream_count + 1) * sizeof(cudaStream_t));
    if (grown) {
        capture->streams = grown;
        grown[capture->stream_count++] = stream;
    }
    (void)pthread_mutex_unlock(&lock);
    return grown ? cudaSuccess : cudaErrorMemoryAllocation;
}

static cudaError_t wait_captured(cudaStream_t stream, const struct simt_tail *event,
                                 struct capture *capture)
{
    struct simt_tail *tail;

    if (is_legacy(stream))
        return invalidate(capture, cudaErrorStreamCaptureImplicit);
    tail = simt_stream_tail(stream);
    if (find(tail->capture) == capture)
        return tail_join(tail, event->nodes, event->count) ? cudaSuccess
                                                           : cudaErrorMemoryAllocation;
    if (find(tail->capture)) {
        invalidate(find(tail->capture), cudaErrorStreamCaptureMerge);
        return invalidate(capture, cudaErrorStreamCaptureMerge);
    }
    if (!tail_set(tail, capture->number, event->nodes, event->count))
        return cudaErrorMemoryAllocation;
    return take_part(capture, stream);
}

cudaError_t simt_capture_wait(cudaStream_t stream, const struct simt_tail *event, bool *done)
{
    struct capture *capture = find(event->capture);
    struct simt_tail *tail;
    cudaError_t error = simt_capture_gate(stream, &tail);

    *done = true;
    if (error != cudaSuccess)
        return error;
    if (capture && capture->invalidated)
        return cudaErrorStreamCaptureInvalidated;
    if (capture)
        return wait_captured(stream, event, capture);
    if (tail)
        return invalidate(find(tail->capture), cudaErrorStreamCaptureIsolation);
    *done = false;
    return event->capture ? cudaErrorCapturedEvent : cudaSuccess;
}

void simt_capture_forget(cudaStream_t stream, struct simt_tail *tail)
{
    struct capture *capture = find(tail->capture);
    size_t kept = 0;

    simt_tail_free(tail);
    if (!capture)
        return;
    (void)pthread_mutex_lock(&lock);
    for (size_t i = 0; i < capture->stream_count; i++)
        if (capture->streams[i] != stream)
            capture->streams[kept++] = capture->streams[i];
    capture->stream_count = kept;
    (void)pthread_mutex_unlock(&lock);
    if (capture->origin == stream)
        finish(capture, NULL);
}

/* ---- begin ---- */

static struct capture *make(cudaStream_t stream, cudaGraph_t graph, enum cudaStreamCaptureMode mode,
                            const void *site)
{
    static _Atomic unsigned long long made_before;
    struct capture *capture = calloc(1, sizeof(*capture));

    if (!capture)
        return NULL;
    capture->number = atomic_fetch_add(&made_before, 1) + 1;
    capture->graph = graph ? graph : simt_graph_make(site);
    capture->is_own_graph = !graph;
    capture->origin = stream;
    capture->thread = pthread_self();
    capture->mode = mode;
    if (!capture->graph || take_part(capture, stream) != cudaSuccess) {
        if (!graph)
            simt_graph_free(capture->graph);
        free(capture);
        return NULL;
    }
    return capture;
}

static cudaError_t begin(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *nodes,
                         size_t count, enum cudaStreamCaptureMode mode, const void *site)
{
    struct capture *capture;

    if (!simt_stream_valid(stream))
        return cudaErrorInvalidResourceHandle;
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed || (count && !nodes))
        return cudaErrorInvalidValue;
    if (is_legacy(stream))
        return cudaErrorStreamCaptureUnsupported;
    if (find(simt_stream_tail(stream)->capture))
        return cudaErrorIllegalState;
    capture = make(stream, graph, mode, site);
    if (!capture)
        return cudaErrorMemoryAllocation;
    (void)pthread_mutex_lock(&lock);
    capture->next = first_capture;
    first_capture = capture;
    (void)pthread_mutex_unlock(&lock);
    (void)atomic_fetch_add(&captures, 1);
    return tail_set(simt_stream_tail(stream), capture->number, nodes, count)
               ? cudaSuccess
               : invalidate(capture, cudaErrorMemoryAllocation);
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    if (simt_sticky_error() != cudaSuccess)
        return simt_return(cudaSuccess);
    return simt_return(begin(stream, NULL, NULL, 0, mode, SIMT_SITE));
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *dependencies,
                                          const cudaGraphEdgeData *edges, size_t n,
                                          enum cudaStreamCaptureMode mode)
{
    (void)edges;
    if (!simt_graph_valid(graph))
        return simt_return(cudaErrorInvalidValue);
    for (size_t i = 0; dependencies && i < n; i++)
        if (!simt_graph_node_valid(dependencies[i]) || dependencies[i]->graph != graph)
            return simt_return(cudaErrorInvalidValue);
    return simt_return(begin(stream, graph, dependencies, n, mode, SIMT_SITE));
}

/* ---- end ---- */

/* Marks the node and all that it comes after. */
static void mark(cudaGraphNode_t node, bool *marks)
{
    if (marks[node->number])
        return;
    marks[node->number] = true;
    for (size_t i = 0; i < node->before_count; i++)
        mark(node->before[i], marks);
}

/* Whether the origin's end comes after what every other stream of the capture was given. */
static bool is_joined(const struct capture *capture)
{
    const struct simt_tail *end = simt_stream_tail(capture->origin);
    bool *marks = calloc(capture->graph->count + 1, sizeof(*marks));
    bool joined = marks != NULL;

    for (size_t i = 0; joined && i < end->count; i++)
        mark(end->nodes[i], marks);
    for (size_t i = 0; joined && i < capture->stream_count; i++) {
        const struct simt_tail *tail = simt_stream_tail(capture->streams[i]);

        for (size_t k = 0; joined && tail->capture == capture->number && k < tail->count; k++)
            joined = marks[tail->nodes[k]->number];
    }
    free(marks);
    return joined;
}

static cudaError_t end(cudaStream_t stream, cudaGraph_t *graph)
{
    struct capture *capture;
    cudaError_t error = cudaSuccess;

    if (!simt_stream_valid(stream))
        return cudaErrorInvalidResourceHandle;
    capture = is_legacy(stream) ? NULL : find(simt_stream_tail(stream)->capture);
    if (!graph && (!capture || capture->is_own_graph)) /* or else the program has the graph */
        return cudaErrorInvalidValue;
    if (graph)
        *graph = NULL;
    if (!capture)
        return cudaErrorIllegalState;
    if (capture->mode != cudaStreamCaptureModeRelaxed &&
        !pthread_equal(capture->thread, pthread_self()))
        return invalidate(capture, cudaErrorStreamCaptureWrongThread);
    if (capture->origin != stream)
        return invalidate(capture, cudaErrorStreamCaptureUnmatched);
    if (capture->invalidated)
        error = cudaErrorStreamCaptureInvalidated;
    else if (!is_joined(capture))
        error = cudaErrorStreamCaptureUnjoined;
    finish(capture, error == cudaSuccess ? graph : NULL);
    return error;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    return simt_return(end(stream, graph));
}

/* ---- what is captured ---- */

static enum cudaStreamCaptureStatus status_of(const struct capture *capture)
{
    if (!capture)
        return cudaStreamCaptureStatusNone;
    return capture->invalidated ? cudaStreamCaptureStatusInvalidated
                                : cudaStreamCaptureStatusActive;
}

/* The capture that the stream takes part in, if any. */
static cudaError_t ask(cudaStream_t stream, struct capture **capture)
{
    *capture = NULL;
    if (!simt_stream_valid(stream))
        return cudaErrorInvalidResourceHandle;
    if (is_legacy(stream))
        return beside_legacy() ? cudaErrorStreamCaptureImplicit : cudaSuccess;
    *capture = find(simt_stream_tail(stream)->capture);
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status)
{
    struct capture *capture;
    cudaError_t error = ask(stream, &capture);

    if (error == cudaSuccess && !status)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *status = status_of(capture);
    return simt_return(error);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, enum cudaStreamCaptureStatus *status,
                                     unsigned long long *id, cudaGraph_t *graph,
                                     const cudaGraphNode_t **dependencies,
                                     const cudaGraphEdgeData **edges, size_t *n)
{
    struct capture *capture;
    cudaError_t error = ask(stream, &capture);

    if (error == cudaSuccess && !status)
        error = cudaErrorInvalidValue;
    if (error != cudaSuccess)
        return simt_return(error);
    *status = status_of(capture);
    if (*status != cudaStreamCaptureStatusActive)
        return simt_return(cudaSuccess);
    if (id)
        *id = capture->number;
    if (graph)
        *graph = capture->graph;
    if (dependencies)
        *dependencies = simt_stream_tail(stream)->nodes;
    if (edges)
        *edges = NULL;
    if (n)
        *n = simt_stream_tail(stream)->count;
    return simt_return(cudaSuccess);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                const cudaGraphEdgeData *edges, size_t n,
                                                unsigned int flags)
{
    struct capture *capture;
    cudaError_t error = ask(stream, &capture);
    struct simt_tail *tail;
    bool set;

    (void)edges;
    if (error != cudaSuccess)
        return simt_return(error);
    if (!capture)
        return simt_return(cudaErrorIllegalState);
    if (capture->invalidated)
        return simt_return(cudaErrorStreamCaptureInvalidated);
    for (size_t i = 0; i < n; i++)
        if (!dependencies || !simt_graph_node_valid(dependencies[i]) ||
            dependencies[i]->graph != capture->graph)
            return simt_return(cudaErrorInvalidValue);
    if (flags > cudaStreamSetCaptureDependencies)
        return simt_return(cudaErrorInvalidValue);
    tail = simt_stream_tail(stream);
    set = flags == cudaStreamSetCaptureDependencies
              ? tail_set(tail, capture->number, dependencies, n)
              : tail_join(tail, dependencies, n);
    return simt_return(set ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    enum cudaStreamCaptureMode old = thread_mode;

    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
        return simt_return(cudaErrorInvalidValue);
    thread_mode = *mode;
    *mode = old;
    return simt_return(cudaSuccess);
}
