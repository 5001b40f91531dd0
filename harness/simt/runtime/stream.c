/* Streams. Work runs when it is submitted, becomes part of a graph that is captured, or waits in
 * the queue; so a stream is no more than a handle. */
#include "stream.h"

#include "capture.h"
#include "devices.h"
#include "error.h"
#include "handle.h"
#include "observer.h"
#include "queue.h"
#include "worker.h"

#include <cuda_runtime_api.h>
#include <pthread.h>
#include <simt/seal.h>
#include <simt/runtime.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { least_priority = 0, greatest_priority = -5 };

struct CUstream_st {
    struct simt_handle handle; /* first */
    unsigned flags;
    int priority;
    unsigned long long id;
    struct simt_tail tail;
};

static const unsigned long long first_id = 16;
static _Atomic unsigned long long made_before;

struct simt_handles simt_streams;
__thread bool simt_in_callback;

static bool is_default(cudaStream_t stream)
{
    if (simt_on_device && (stream == cudaStreamTailLaunch || stream == cudaStreamFireAndForget))
        return true;
    return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

bool simt_stream_valid(cudaStream_t stream)
{
    return is_default(stream) || simt_handle_valid(&simt_streams, stream);
}

struct simt_tail *simt_stream_tail(cudaStream_t stream)
{
    static __thread struct simt_tail per_thread;

    return stream == cudaStreamPerThread ? &per_thread : &stream->tail;
}

int simt_stream_device(cudaStream_t stream)
{
    return is_default(stream) ? simt_device : stream->handle.device;
}

/* Of the default stream of a device. */
static unsigned default_number(int device)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static unsigned numbers[SIMT_MOST_DEVICES];
    unsigned number;

    if (device == 0)
        return 0;
    (void)pthread_mutex_lock(&lock);
    if (!numbers[device])
        numbers[device] = (unsigned)atomic_fetch_add(&made_before, 1) + 1;
    number = numbers[device];
    (void)pthread_mutex_unlock(&lock);
    return number;
}

struct simt_stream_name simt_stream_name(cudaStream_t stream)
{
    if (is_default(stream))
        return (struct simt_stream_name){.number = default_number(simt_device),
                                         .device = simt_device,
                                         .is_default = true,
                                         .is_blocking = true};
    return (struct simt_stream_name){.number = (unsigned)(stream->id - first_id) + 1,
                                     .device = stream->handle.device,
                                     .is_blocking = !(stream->flags & cudaStreamNonBlocking)};
}

static cudaError_t make(cudaStream_t *stream, unsigned int flags, int priority, const void *site)
{
    struct CUstream_st *made;

    if (simt_sticky_error() != cudaSuccess)
        return simt_return(cudaSuccess);
    if (!stream || flags & ~(unsigned)cudaStreamNonBlocking)
        return simt_return(cudaErrorInvalidValue);
    made = calloc(1, sizeof(*made));
    if (!made)
        return simt_return(cudaErrorMemoryAllocation);
    simt_runtime_note_use();
    made->flags = flags;
    made->priority = priority > least_priority      ? least_priority
                     : priority < greatest_priority ? greatest_priority
                                                    : priority;
    made->id = first_id + atomic_fetch_add(&made_before, 1);
    made->handle.site = site;
    simt_handle_add(&simt_streams, &made->handle);
    *stream = made;
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return make(stream, cudaStreamDefault, least_priority, SIMT_SITE);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags)
{
    return make(stream, flags, least_priority, SIMT_SITE);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority)
{
    return make(stream, flags, priority, SIMT_SITE);
}

static bool destroy(cudaStream_t stream)
{
    if (is_default(stream) || !simt_handle_remove(&simt_streams, stream))
        return false;
    simt_capture_forget(stream, &stream->tail);
    free(stream);
    return true;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    return simt_return(destroy(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

void simt_streams_reset(int device)
{
    cudaStream_t stream;

    while ((stream = simt_handle_of_device(&simt_streams, device)))
        (void)destroy(stream);
}

static cudaError_t check(cudaStream_t stream)
{
    return simt_return(simt_stream_valid(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

/* The same, and that no capture forbids the host to ask about it. */
static cudaError_t check_wait(cudaStream_t stream)
{
    cudaError_t error = simt_stream_valid(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;

    return error == cudaSuccess ? simt_capture_check_stream(stream) : error;
}

static void tell(enum simt_operation_kind kind, cudaStream_t stream, const void *site)
{
    simt_tell(&(struct simt_operation){.kind = kind, .site = site, .stream = stream});
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    cudaError_t error = simt_return(check_wait(stream));

    if (error != cudaSuccess)
        return error;
    tell(SIMT_OPERATION_WAIT_STREAM, stream, SIMT_SITE);
    simt_queue_wait_stream(stream);
    return simt_return(cudaSuccess);
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    cudaError_t error = simt_return(check_wait(stream));

    if (error != cudaSuccess)
        return error;
    if (!simt_queue_stream_is_done(stream))
        return cudaErrorNotReady;
    tell(SIMT_OPERATION_QUERY_STREAM, stream, SIMT_SITE);
    return simt_return(cudaSuccess);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int *flags)
{
    cudaError_t error = check(stream);

    if (error == cudaSuccess && !flags)
        return simt_return(cudaErrorInvalidValue);
    if (error == cudaSuccess)
        *flags = is_default(stream) ? cudaStreamDefault : stream->flags;
    return error;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    cudaError_t error = check(stream);

    if (error == cudaSuccess && !priority)
        return simt_return(cudaErrorInvalidValue);
    if (error == cudaSuccess)
        *priority = is_default(stream) ? least_priority : stream->priority;
    return error;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id)
{
    cudaError_t error = check(stream);

    if (error == cudaSuccess && !id)
        return simt_return(cudaErrorInvalidValue);
    if (error == cudaSuccess)
        *id = is_default(stream) ? 1 : stream->id;
    return error;
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device)
{
    cudaError_t error = check(stream);

    if (error == cudaSuccess && !device)
        return simt_return(cudaErrorInvalidValue);
    if (error == cudaSuccess)
        *device = simt_stream_device(stream);
    return error;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least)
        *least = least_priority;
    if (greatest)
        *greatest = greatest_priority;
    return simt_return(cudaSuccess);
}

static void enter_callback(cudaStream_t stream, const void *fn, const void *site)
{
    simt_check_call(fn, site);
    if (simt_observer)
        simt_observer->call_begins(stream, site);
    simt_in_callback = true;
}

static void leave_callback(void)
{
    simt_in_callback = false;
    if (simt_observer)
        simt_observer->call_ends();
}

/* What cudaStreamAddCallback() was given. */
struct callback {
    cudaStream_t stream;
    cudaStreamCallback_t fn;
    void *user_data;
};

static void run_callback(void *what, const void *site)
{
    const struct callback *callback = what;

    enter_callback(callback->stream, (const void *)callback->fn, site);
    callback->fn(callback->stream, cudaSuccess, callback->user_data);
    leave_callback();
}

static cudaError_t add_callback(const struct callback *callback, const void *site)
{
    struct callback *kept;

    if (!simt_queue_is_on()) {
        run_callback((void *)(uintptr_t)callback, site);
        return cudaSuccess;
    }
    kept = malloc(sizeof(*kept));
    if (!kept)
        return cudaErrorMemoryAllocation;
    *kept = *callback;
    return simt_queue_add(callback->stream, &(struct simt_turn){run_callback, free, kept, false},
                          site);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *user_data, unsigned int flags)
{
    cudaError_t error = check(stream);

    if (error != cudaSuccess)
        return error;
    if (!callback || flags)
        return simt_return(cudaErrorInvalidValue);
    error = simt_capture_check_stream(stream); /* no graph takes such a callback */
    if (error != cudaSuccess)
        return simt_return(error);
    return simt_return(add_callback(&(struct callback){stream, callback, user_data}, SIMT_SITE));
}

cudaError_t simt_host_call(cudaStream_t stream, cudaHostFn_t fn, void *user_data, const void *site)
{
    enter_callback(stream, (const void *)fn, site);
    fn(user_data);
    leave_callback();
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *user_data)
{
    struct cudaHostNodeParams params = {fn, user_data};
    cudaError_t error = check(stream);
    struct simt_tail *tail;
    struct simt_node_work work;

    if (error != cudaSuccess)
        return error;
    if (!fn)
        return simt_return(cudaErrorInvalidValue);
    error = simt_capture_gate(stream, &tail);
    if (error != cudaSuccess)
        return simt_return(error);
    if (!tail && !simt_queue_is_on())
        return simt_host_call(stream, fn, user_data, SIMT_SITE);
    (void)simt_work_host(&work, &params);
    return simt_return(tail ? simt_capture_add(tail, &work, SIMT_SITE)
                            : simt_queue_add_work(stream, &work, SIMT_SITE));
}
