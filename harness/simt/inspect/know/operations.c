#include "operations.h"

#include "branches.h"
#include "counts.h"
#include "objects.h"
#include "runtime/lockstep.h"
#include "runtime/observer.h"
#include "space.h"
#include "touches.h"

#include <stdlib.h>
#include <string.h>

struct simt_pending simt_submitted;

enum { most_operations = 2000 };

static struct {
    struct simt_operation_entry *entries; /* most_operations; null: there are none, or no memory */
    size_t count;                         /* of all */
    bool is_over;
    struct simt_operation_totals totals;
} list;

/* Notes one more operation, and where it was noted; null: too many, or no memory. */
static struct simt_operation_entry *note(struct simt_operation_entry entry)
{
    struct simt_operation_entry *noted;

    if (!list.entries)
        list.entries = calloc(most_operations, sizeof(*list.entries));
    if (list.count++ >= most_operations || !list.entries)
        return NULL;
    noted = &list.entries[list.count - 1];
    *noted = entry;
    noted->moved = simt_counts_moved();
    noted->graph = simt_branches_exec();
    noted->graph_launch = simt_branches_launch();
    return noted;
}

/* Where a harness makes operations of its own, it orders them by itself. What a graph does stands
 * where its node was added: a kernel that was captured knows its launch. */
static void begin_work(struct simt_work work, struct simt_stream_name stream)
{
    cudaGraphNode_t node = simt_branches_running();

    work.stream = stream.number;
    work.device = stream.device;
    work.is_default = stream.is_default;
    work.graph = simt_branches_launch();
    if (node && (node->work.type != cudaGraphNodeTypeKernel || node->work.kernel.arguments)) {
        work.site = node->handle.site;
        work.file = NULL;
    }
    if (simt_work_file) {
        work.site = NULL;
        work.file = simt_objects_keep(simt_work_file);
        work.line = simt_work_line;
    }
    simt_pending_submit(&simt_submitted, stream);
    if (list.is_over)
        simt_touches_end();
    else
        simt_touches_begin(&work, stream);
}

/* What an operation is for others that meet it in memory. */
static void begin_operation(const struct simt_operation *operation, struct simt_stream_name stream)
{
    static const enum simt_work_kind kinds[] = {[SIMT_OPERATION_COPY] = SIMT_WORK_COPY,
                                                [SIMT_OPERATION_FILL] = SIMT_WORK_FILL,
                                                [SIMT_OPERATION_ALLOCATE] = SIMT_WORK_ALLOCATION,
                                                [SIMT_OPERATION_FREE] = SIMT_WORK_FREE};

    begin_work((struct simt_work){.kind = kinds[operation->kind], .site = operation->site}, stream);
}

void simt_operations_call_begins(cudaStream_t stream, const void *site)
{
    struct simt_stream_name name = simt_branches_name(stream);

    begin_work((struct simt_work){.kind = SIMT_WORK_CALL, .site = site}, name);
    simt_touches_call(name);
}

void simt_operations_condition(cudaStream_t stream)
{
    begin_work((struct simt_work){.kind = SIMT_WORK_CONDITION}, simt_branches_name(stream));
}

/* ---- copies ---- */

static bool is_on_device(const void *address)
{
    struct simt_region region;

    if (simt_space_among_variables((uintptr_t)address))
        return true;
    return simt_region_find(address, &region) && region.kind != SIMT_REGION_PINNED &&
           region.kind != SIMT_REGION_REGISTERED;
}

static bool is_pinned(const void *address)
{
    struct simt_region region;

    return simt_region_find(address, &region) &&
           (region.kind == SIMT_REGION_PINNED || region.kind == SIMT_REGION_REGISTERED);
}

static enum simt_copy_way way_of(const struct simt_operation *copy)
{
    static const enum simt_copy_way ways[2][2] = {{SIMT_COPY_HOST_HOST, SIMT_COPY_TO_DEVICE},
                                                  {SIMT_COPY_TO_HOST, SIMT_COPY_DEVICE_DEVICE}};

    return ways[is_on_device(copy->src)][is_on_device(copy->dst)];
}

/* The side that is the host's is page-locked. */
static bool host_is_pinned(const struct simt_operation *copy, enum simt_copy_way way)
{
    if (way == SIMT_COPY_DEVICE_DEVICE)
        return false;
    return (way == SIMT_COPY_TO_HOST || is_pinned(copy->src)) &&
           (way == SIMT_COPY_TO_DEVICE || is_pinned(copy->dst));
}

/* Whether the host goes on only when the copy is done. */
static bool host_waits(const struct simt_operation *copy, enum simt_copy_way way, bool pinned)
{
    if (way == SIMT_COPY_DEVICE_DEVICE)
        return false;
    return !copy->async || (way != SIMT_COPY_TO_DEVICE && !pinned);
}

static void add_to_totals(const struct simt_operation *copy, enum simt_copy_way way)
{
    if (way == SIMT_COPY_TO_DEVICE) {
        list.totals.copies_in++;
        list.totals.bytes_in += copy->bytes;
    } else if (way == SIMT_COPY_TO_HOST) {
        list.totals.copies_out++;
        list.totals.bytes_out += copy->bytes;
    }
}

/* Between two devices, in a default stream: it comes after all that either was given, and before
 * all that comes. */
static bool fences_devices(const struct simt_operation *copy, enum simt_copy_way way)
{
    struct simt_region src, dst;

    if (way != SIMT_COPY_DEVICE_DEVICE || copy->stream || !simt_region_find(copy->src, &src) ||
        !simt_region_find(copy->dst, &dst) || src.device == dst.device)
        return false;
    simt_pending_wait_device(&simt_submitted, src.device);
    simt_pending_wait_device(&simt_submitted, dst.device);
    return true;
}

static void add_copy(const struct simt_operation *copy)
{
    enum simt_copy_way way = way_of(copy);
    bool pinned = host_is_pinned(copy, way), is_between;
    struct simt_stream_name stream = simt_branches_name(copy->stream);

    is_between = fences_devices(copy, way);
    begin_operation(copy, stream);
    if (!stream.branch && (is_between || host_waits(copy, way, pinned)))
        simt_pending_wait_stream(&simt_submitted, stream);
    if (list.is_over)
        return;
    add_to_totals(copy, way);
    (void)note((struct simt_operation_entry){
        .operation = *copy, .stream = stream.number, .way = way, .pinned = pinned});
}

/* ---- the others ---- */

/* A fill of such memory is done when its call returns, unless the call ends in Async. */
static bool host_sees(const void *address)
{
    struct simt_region region;

    return simt_region_find(address, &region) && region.kind != SIMT_REGION_DEVICE &&
           region.kind != SIMT_REGION_SYMBOL;
}

/* What an operation means for what is pending. */
static void note_pending(const struct simt_operation *operation, struct simt_stream_name stream)
{
    switch (operation->kind) {
    case SIMT_OPERATION_FILL:
        begin_operation(operation, stream);
        if (!operation->async && host_sees(operation->dst))
            simt_pending_wait_stream(&simt_submitted, stream);
        break;
    case SIMT_OPERATION_ALLOCATE:
    case SIMT_OPERATION_FREE:
        if (operation->async)
            begin_operation(operation, stream);
        else if (operation->kind == SIMT_OPERATION_FREE)
            simt_pending_wait_all(&simt_submitted);
        break;
    case SIMT_OPERATION_WAIT_DEVICE:
        simt_pending_wait_device(&simt_submitted, operation->device);
        break;
    case SIMT_OPERATION_WAIT_STREAM:
    case SIMT_OPERATION_QUERY_STREAM:
        simt_pending_wait_stream(&simt_submitted, stream);
        break;
    case SIMT_OPERATION_WAIT_EVENT:
    case SIMT_OPERATION_QUERY_EVENT:
        simt_pending_wait_event(&simt_submitted, operation->event);
        break;
    case SIMT_OPERATION_RECORD:
        simt_pending_record(&simt_submitted, operation->event, stream);
        break;
    case SIMT_OPERATION_STREAM_WAITS:
        simt_pending_stream_waits(&simt_submitted, stream, operation->event);
        break;
    default:
        break;
    }
}

void simt_operations_add(const struct simt_operation *operation)
{
    struct simt_stream_name stream;
    struct simt_operation_entry *entry;

    if (operation->kind == SIMT_OPERATION_COPY) {
        add_copy(operation);
        return;
    }
    stream = simt_branches_name(operation->stream);
    note_pending(operation, stream);
    if (list.is_over)
        return;
    entry = note((struct simt_operation_entry){.operation = *operation, .stream = stream.number});
    if (!entry)
        return;
    if (operation->kind == SIMT_OPERATION_ELAPSED)
        entry->operation.pending = simt_pending_event(&simt_submitted, operation->event) ||
                                   simt_pending_event(&simt_submitted, operation->start_event);
    if (operation->kind == SIMT_OPERATION_RECORD)
        entry->operation.pending = simt_pending_beside(&simt_submitted, operation->event);
    if (operation->what)
        entry->operation.what = simt_objects_keep(operation->what);
}

/* The launch that runs; null: it is not noted. */
static struct simt_operation_entry *running;

static uint64_t coming_arguments; /* of the launch that comes next; 0: it has none */

void simt_operations_arguments(const void *all, size_t bytes)
{
    coming_arguments = simt_hash_of_bytes(all, bytes);
}

static uint64_t volume(const struct dim3 *extent)
{
    return (uint64_t)extent->x * extent->y * extent->z;
}

void simt_operations_launch(const struct simt_launch_info *launch, cudaStream_t stream,
                            bool refused)
{
    struct simt_stream_name name = {.is_default = true, .is_blocking = true};

    if (!refused) {
        name = simt_branches_name(stream);
        begin_work((struct simt_work){.kind = SIMT_WORK_KERNEL,
                                      .file = launch->file ? simt_objects_keep(launch->file) : NULL,
                                      .line = launch->line},
                   name);
    }
    running = NULL;
    if (list.is_over)
        return;
    if (!refused) {
        list.totals.launches++;
        list.totals.threads += volume(&launch->grid) * volume(&launch->block);
    }
    running = note(
        (struct simt_operation_entry){.is_launch = true, .stream = name.number, .launch = *launch});
    if (!running)
        return;
    running->arguments = coming_arguments;
    if (!refused && simt_traced.most_blocks == 0) /* in a trace few of its blocks run */
        simt_changes_begin();
    running->launch.kernel = launch->kernel ? simt_objects_keep(launch->kernel) : NULL;
    running->launch.file = launch->file ? simt_objects_keep(launch->file) : NULL;
}

void simt_operations_launch_good(void)
{
    if (!running)
        return;
    running->ok = true;
    running->n_changes = simt_changes_end(&running->changes);
}

void simt_operations_forget(void)
{
    simt_pending_wait_all(&simt_submitted);
    simt_touches_forget_all();
    for (size_t i = 0; list.entries && i < list.count && i < most_operations; i++)
        free(list.entries[i].changes);
    free(list.entries);
    memset(&list, 0, sizeof(list));
    running = NULL;
}

void simt_operations_end(void)
{
    list.is_over = true;
    simt_touches_forget_all();
}

const struct simt_operation_entry *simt_operations_get(size_t index)
{
    return list.entries && index < list.count && index < most_operations ? &list.entries[index]
                                                                         : NULL;
}

size_t simt_operations_count(void)
{
    return list.count;
}

const struct simt_operation_totals *simt_operations_totals(void)
{
    return &list.totals;
}
