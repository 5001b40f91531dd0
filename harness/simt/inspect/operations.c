#include "operations.h"

#include "counts.h"
#include "json_text.h"
#include "objects.h"
#include "pending.h"
#include "source.h"

#include <stdlib.h>
#include <string.h>

enum { most_operations = 2000 };

enum way { TO_DEVICE, TO_HOST, DEVICE_DEVICE, HOST_HOST };

struct entry {
    bool is_launch;
    struct simt_operation operation;
    unsigned stream;
    enum way way; /* of a copy */
    bool pinned;
    struct simt_launch_info launch; /* its text is kept */
    bool ok;
};

static struct {
    struct entry *entries; /* most_operations; null: there are none, or no memory */
    size_t count;          /* of all */
    bool is_over;
    uint64_t copies_in, bytes_in, copies_out, bytes_out, launches;
} list;

/* Where one more operation is noted; null: too many, or no memory. */
static struct entry *new_entry(void)
{
    if (!list.entries)
        list.entries = calloc(most_operations, sizeof(*list.entries));
    if (list.count++ >= most_operations || !list.entries)
        return NULL;
    return &list.entries[list.count - 1];
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

static enum way way_of(const struct simt_operation *copy)
{
    static const enum way ways[2][2] = {{HOST_HOST, TO_DEVICE}, {TO_HOST, DEVICE_DEVICE}};

    return ways[is_on_device(copy->src)][is_on_device(copy->dst)];
}

/* The side that is the host's is page-locked. */
static bool host_is_pinned(const struct simt_operation *copy, enum way way)
{
    if (way == DEVICE_DEVICE)
        return false;
    return (way == TO_HOST || is_pinned(copy->src)) && (way == TO_DEVICE || is_pinned(copy->dst));
}

/* Whether the host goes on only when the copy is done. */
static bool host_waits(const struct simt_operation *copy, enum way way, bool pinned)
{
    if (way == DEVICE_DEVICE)
        return false;
    return !copy->async || (way != TO_DEVICE && !pinned);
}

static void add_to_totals(const struct simt_operation *copy, enum way way)
{
    if (way == TO_DEVICE) {
        list.copies_in++;
        list.bytes_in += copy->bytes;
    } else if (way == TO_HOST) {
        list.copies_out++;
        list.bytes_out += copy->bytes;
    }
}

static void add_copy(const struct simt_operation *copy)
{
    enum way way = way_of(copy);
    bool pinned = host_is_pinned(copy, way);
    struct simt_stream_name stream = simt_stream_name(copy->stream);
    struct entry *entry;

    simt_pending_submit(stream);
    if (host_waits(copy, way, pinned))
        simt_pending_wait_stream(stream);
    if (list.is_over)
        return;
    add_to_totals(copy, way);
    entry = new_entry();
    if (entry)
        *entry = (struct entry){
            .operation = *copy, .stream = stream.number, .way = way, .pinned = pinned};
}

/* ---- the others ---- */

/* What an operation means for what is pending. */
static void follow(const struct simt_operation *operation, struct simt_stream_name stream)
{
    switch (operation->kind) {
    case SIMT_OPERATION_FILL:
        simt_pending_submit(stream);
        break;
    case SIMT_OPERATION_FREE:
        if (!operation->async)
            simt_pending_wait_device();
        break;
    case SIMT_OPERATION_WAIT_DEVICE:
        simt_pending_wait_device();
        break;
    case SIMT_OPERATION_WAIT_STREAM:
    case SIMT_OPERATION_QUERY_STREAM:
        simt_pending_wait_stream(stream);
        break;
    case SIMT_OPERATION_WAIT_EVENT:
    case SIMT_OPERATION_QUERY_EVENT:
        simt_pending_wait_event(operation->event);
        break;
    case SIMT_OPERATION_RECORD:
        simt_pending_record(operation->event, stream);
        break;
    case SIMT_OPERATION_STREAM_WAITS:
        simt_pending_stream_waits(stream, operation->event);
        break;
    default:
        break;
    }
}

void simt_operations_add(const struct simt_operation *operation)
{
    struct simt_stream_name stream;
    struct entry *entry;

    if (operation->kind == SIMT_OPERATION_COPY) {
        add_copy(operation);
        return;
    }
    stream = simt_stream_name(operation->stream);
    follow(operation, stream);
    entry = list.is_over ? NULL : new_entry();
    if (!entry)
        return;
    *entry = (struct entry){.operation = *operation, .stream = stream.number};
    if (operation->kind == SIMT_OPERATION_ELAPSED)
        entry->operation.pending =
            simt_pending_event(operation->event) || simt_pending_event(operation->start_event);
    if (operation->what)
        entry->operation.what = simt_objects_keep(operation->what);
}

/* The launch that runs; null: it is not noted. */
static struct entry *running;

void simt_operations_launch(const struct simt_launch_info *launch, cudaStream_t stream,
                            bool refused)
{
    struct simt_stream_name name = {0, true};

    if (!refused) {
        name = simt_stream_name(stream);
        simt_pending_submit(name);
    }
    running = list.is_over ? NULL : new_entry();
    list.launches += !refused && !list.is_over;
    if (!running)
        return;
    *running = (struct entry){.is_launch = true, .stream = name.number, .launch = *launch};
    running->launch.kernel = launch->kernel ? simt_objects_keep(launch->kernel) : NULL;
    running->launch.file = launch->file ? simt_objects_keep(launch->file) : NULL;
}

void simt_operations_launch_good(void)
{
    if (running)
        running->ok = true;
}

void simt_operations_forget(void)
{
    simt_pending_wait_device();
    free(list.entries);
    memset(&list, 0, sizeof(list));
    running = NULL;
}

void simt_operations_end(void)
{
    list.is_over = true;
}

/* ---- JSON ---- */

static const char *verb(const struct entry *entry)
{
    static const char *const verbs[] = {
        [SIMT_OPERATION_COPY] = "copy",
        [SIMT_OPERATION_FILL] = "fill",
        [SIMT_OPERATION_ALLOCATE] = "allocate",
        [SIMT_OPERATION_FREE] = "free",
        [SIMT_OPERATION_WAIT_DEVICE] = "wait",
        [SIMT_OPERATION_WAIT_STREAM] = "wait",
        [SIMT_OPERATION_WAIT_EVENT] = "wait",
        [SIMT_OPERATION_QUERY_STREAM] = "query",
        [SIMT_OPERATION_QUERY_EVENT] = "query",
        [SIMT_OPERATION_RECORD] = "record",
        [SIMT_OPERATION_STREAM_WAITS] = "wait-event",
        [SIMT_OPERATION_ELAPSED] = "elapsed",
        [SIMT_OPERATION_ASK] = "ask",
    };

    if (entry->is_launch)
        return "launch";
    if (entry->operation.kind == SIMT_OPERATION_NOTE)
        return entry->operation.what ? entry->operation.what : "";
    return verbs[entry->operation.kind];
}

static json_t *extent(const struct dim3 *extent)
{
    return json_pack("[III]", (json_int_t)extent->x, (json_int_t)extent->y, (json_int_t)extent->z);
}

static json_t *launch_members(const struct entry *entry)
{
    const struct simt_launch_info *launch = &entry->launch;

    return json_pack("{so sI so so sb}", "kernel", simt_json_text(launch->kernel), "stream",
                     (json_int_t)entry->stream, "grid", extent(&launch->grid), "block",
                     extent(&launch->block), "ok", entry->ok);
}

/* Where the device's side of a copy from or to the host lies. */
static json_t *device_side(const struct entry *entry)
{
    const struct simt_operation *copy = &entry->operation;
    const void *side = entry->way == TO_DEVICE ? copy->dst : copy->src;
    bool is_known =
        (entry->way == TO_DEVICE || entry->way == TO_HOST) && simt_region_in_arena(side);

    return is_known ? json_integer((json_int_t)simt_region_offset(side)) : json_null();
}

static json_t *copy_members(const struct entry *entry)
{
    static const char *const ways[] = {"device", "host", "device-device", "host-host"};
    const struct simt_operation *copy = &entry->operation;

    return json_pack("{ss sI sI sb sb so}", "to", ways[entry->way], "bytes",
                     (json_int_t)copy->bytes, "stream", (json_int_t)entry->stream, "async",
                     copy->async, "pinned", entry->pinned, "at", device_side(entry));
}

static json_t *memory_members(const struct simt_operation *operation)
{
    bool pinned = operation->where == SIMT_REGION_PINNED;
    bool managed = operation->where == SIMT_REGION_MANAGED;

    json_t *value =
        json_pack("{ss sI}", "memory", pinned ? "pinned" : (managed ? "managed" : "device"),
                  "bytes", (json_int_t)operation->bytes);

    if (operation->kind == SIMT_OPERATION_FREE)
        (void)json_object_set_new(value, "async", json_boolean(operation->async));
    return value;
}

static json_t *members(const struct entry *entry)
{
    const struct simt_operation *operation = &entry->operation;
    json_int_t stream = entry->stream, event = operation->event;

    if (entry->is_launch)
        return launch_members(entry);
    switch (operation->kind) {
    case SIMT_OPERATION_COPY:
        return copy_members(entry);
    case SIMT_OPERATION_FILL:
        return json_pack("{sI sI sb}", "bytes", (json_int_t)operation->bytes, "stream", stream,
                         "async", operation->async);
    case SIMT_OPERATION_ALLOCATE:
    case SIMT_OPERATION_FREE:
        return memory_members(operation);
    case SIMT_OPERATION_WAIT_DEVICE:
        return json_pack("{ss}", "for", "device");
    case SIMT_OPERATION_WAIT_STREAM:
    case SIMT_OPERATION_QUERY_STREAM:
        return json_pack("{ss sI}", "for", "stream", "stream", stream);
    case SIMT_OPERATION_WAIT_EVENT:
    case SIMT_OPERATION_QUERY_EVENT:
        return json_pack("{ss sI}", "for", "event", "event", event);
    case SIMT_OPERATION_RECORD:
    case SIMT_OPERATION_STREAM_WAITS:
        return json_pack("{sI sI}", "event", event, "stream", stream);
    case SIMT_OPERATION_ELAPSED:
        return json_pack("{sI sI sb}", "start", (json_int_t)operation->start_event, "event", event,
                         "pending", operation->pending);
    case SIMT_OPERATION_NOTE:
        return json_pack("{sb}", "pending", operation->pending);
    default:
        return json_object();
    }
}

static json_t *entry_json(const struct entry *entry)
{
    struct simt_position position = {.file = entry->launch.file, .line = entry->launch.line};
    json_t *value = json_pack("{so}", "do", simt_json_text(verb(entry))), *more = members(entry);

    if (!entry->is_launch)
        position = simt_source_find(entry->operation.site);
    (void)json_object_update(value, more);
    json_decref(more);
    (void)json_object_set_new(value, "file", simt_json_text(position.file));
    (void)json_object_set_new(value, "line", json_integer(position.line));
    return value;
}

json_t *simt_operations_json(void)
{
    json_t *all = json_array();

    for (size_t i = 0; list.entries && i < list.count && i < most_operations; i++)
        (void)json_array_append_new(all, entry_json(&list.entries[i]));
    return all;
}

size_t simt_operations_count(void)
{
    return list.count;
}

json_t *simt_totals_json(void)
{
    uint64_t bytes = 0, sectors = 0, ideal_sectors = 0, wavefronts = 0, ideal_wavefronts = 0,
             atomics = 0;
    const struct simt_count *count;

    for (size_t i = 0; (count = simt_counts_get(i)) != NULL; i++) {
        const struct simt_tally *tally = &count->tally;

        bytes += count->space == SIMT_COUNT_GLOBAL ? tally->bytes : 0;
        sectors += tally->sectors; /* 0 but for global memory */
        ideal_sectors += tally->ideal_sectors;
        wavefronts += count->space == SIMT_COUNT_SHARED ? tally->wavefronts : 0;
        ideal_wavefronts += count->space == SIMT_COUNT_SHARED ? tally->ideal_wavefronts : 0;
        atomics += count->kind == SIMT_COUNT_ATOMIC && count->space == SIMT_COUNT_GLOBAL
                       ? tally->requests
                       : 0;
    }
    return json_pack("{sI sI sI sI sI sI sI sI sI sI sI}", "copies_in", (json_int_t)list.copies_in,
                     "bytes_in", (json_int_t)list.bytes_in, "copies_out",
                     (json_int_t)list.copies_out, "bytes_out", (json_int_t)list.bytes_out,
                     "launches", (json_int_t)list.launches, "global_bytes", (json_int_t)bytes,
                     "global_sectors", (json_int_t)sectors, "ideal_global_sectors",
                     (json_int_t)ideal_sectors, "shared_wavefronts", (json_int_t)wavefronts,
                     "ideal_shared_wavefronts", (json_int_t)ideal_wavefronts,
                     "global_atomic_requests", (json_int_t)atomics);
}
