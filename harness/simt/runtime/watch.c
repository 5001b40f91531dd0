/* Where the work of a function of the program's is, as streams and events order it on a GPU. */
#include "watch.h"

#include "pending.h"
#include "queue.h"
#include "region.h"

#include <pthread.h>
#include <simt/watch.h>
#include <string.h>

atomic_bool simt_watching;

static struct {
    pthread_mutex_t lock;
    struct simt_stream_name stream; /* that all work is to be in */
    struct simt_piece begin;        /* a piece of it, which stands for all that came earlier */
    struct simt_pending pending;
    struct simt_strayed found;
    struct simt_strayed last; /* work in another stream */
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER};

void simt_watch_begin(cudaStream_t stream)
{
    pthread_mutex_lock(&watch.lock);
    watch.stream = simt_stream_name(stream);
    memset(&watch.pending, 0, sizeof(watch.pending));
    memset(&watch.found, 0, sizeof(watch.found));
    memset(&watch.last, 0, sizeof(watch.last));
    simt_pending_submit(&watch.pending, watch.stream);
    watch.begin = simt_pending_last(&watch.pending, watch.stream);
    pthread_mutex_unlock(&watch.lock);
    atomic_store(&simt_watching, true);
}

struct simt_strayed simt_watch_end(void)
{
    struct simt_strayed found;

    atomic_store(&simt_watching, false);
    pthread_mutex_lock(&watch.lock);
    found = watch.found;
    if (!found.stray && simt_pending_outlives(&watch.pending, watch.stream)) {
        found = watch.last;
        found.stray = SIMT_STRAY_LEFT;
    }
    pthread_mutex_unlock(&watch.lock);
    return found;
}

/* Work is given to the stream. */
static void submit(cudaStream_t to, const char *file, int line)
{
    struct simt_stream_name stream = simt_stream_name(to);

    simt_pending_submit(&watch.pending, stream);
    if (stream.number == watch.stream.number)
        return;
    watch.last = (struct simt_strayed){SIMT_STRAY_BESIDE, file, line};
    if (!watch.found.stray && simt_pending_unordered(&watch.pending, watch.begin, stream))
        watch.found = watch.last;
}

static bool is_on_device(const void *address)
{
    struct simt_region region;

    return simt_region_find(address, &region) &&
           (region.kind == SIMT_REGION_DEVICE || region.kind == SIMT_REGION_MANAGED);
}

static void note(const struct simt_operation *operation)
{
    struct simt_stream_name stream = simt_stream_name(operation->stream);

    switch (operation->kind) {
    case SIMT_OPERATION_FILL:
        submit(operation->stream, NULL, 0);
        break;
    case SIMT_OPERATION_COPY: /* the host's own memory is no work of a kernel's */
        if (is_on_device(operation->dst) && is_on_device(operation->src))
            submit(operation->stream, NULL, 0);
        if (!operation->async)
            simt_pending_wait_stream(&watch.pending, stream);
        break;
    case SIMT_OPERATION_FREE:
        if (!operation->async)
            simt_pending_wait_all(&watch.pending);
        break;
    case SIMT_OPERATION_WAIT_DEVICE:
        simt_pending_wait_device(&watch.pending, operation->device);
        break;
    case SIMT_OPERATION_WAIT_STREAM:
    case SIMT_OPERATION_QUERY_STREAM:
        simt_pending_wait_stream(&watch.pending, stream);
        break;
    case SIMT_OPERATION_WAIT_EVENT:
    case SIMT_OPERATION_QUERY_EVENT:
        simt_pending_wait_event(&watch.pending, operation->event);
        break;
    case SIMT_OPERATION_RECORD:
        simt_pending_record(&watch.pending, operation->event, stream);
        break;
    case SIMT_OPERATION_STREAM_WAITS:
        simt_pending_stream_waits(&watch.pending, stream, operation->event);
        break;
    default:
        break;
    }
}

/* What comes from the queue was noted when it was given. */
void simt_watch_operation(const struct simt_operation *operation)
{
    if (simt_in_turn)
        return;
    pthread_mutex_lock(&watch.lock);
    note(operation);
    pthread_mutex_unlock(&watch.lock);
}

void simt_watch_launch(const struct simt_launch_config *config)
{
    if (simt_in_turn)
        return;
    pthread_mutex_lock(&watch.lock);
    submit(config->stream, config->file, config->line);
    pthread_mutex_unlock(&watch.lock);
}
