#include "operations_json.h"

#include "counts.h"
#include "json_text.h"
#include "operations.h"
#include "runtime/region.h"
#include "source.h"

static const char *verb(const struct simt_operation_entry *entry)
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

static json_t *launch_members(const struct simt_operation_entry *entry)
{
    const struct simt_launch_info *launch = &entry->launch;

    return json_pack("{so sI so so sb}", "kernel", simt_json_text(launch->kernel), "stream",
                     (json_int_t)entry->stream, "grid", extent(&launch->grid), "block",
                     extent(&launch->block), "ok", entry->ok);
}

/* Where the device's side of a copy from or to the host lies. */
static json_t *device_side(const struct simt_operation_entry *entry)
{
    const struct simt_operation *copy = &entry->operation;
    const void *side = entry->way == SIMT_COPY_TO_DEVICE ? copy->dst : copy->src;
    bool is_known = (entry->way == SIMT_COPY_TO_DEVICE || entry->way == SIMT_COPY_TO_HOST) &&
                    simt_region_in_arena(side);

    return is_known ? json_integer((json_int_t)simt_region_offset(side)) : json_null();
}

static json_t *copy_members(const struct simt_operation_entry *entry)
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

static json_t *members(const struct simt_operation_entry *entry)
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

static json_t *entry_json(const struct simt_operation_entry *entry)
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

    const struct simt_operation_entry *entry;

    for (size_t i = 0; (entry = simt_operations_get(i)) != NULL; i++)
        (void)json_array_append_new(all, entry_json(entry));
    return all;
}

json_t *simt_totals_json(void)
{
    uint64_t bytes = 0, sectors = 0, ideal_sectors = 0, wavefronts = 0, ideal_wavefronts = 0,
             atomics = 0;
    const struct simt_operation_totals *totals = simt_operations_totals();
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
    return json_pack("{sI sI sI sI sI sI sI sI sI sI sI}", "copies_in",
                     (json_int_t)totals->copies_in, "bytes_in", (json_int_t)totals->bytes_in,
                     "copies_out", (json_int_t)totals->copies_out, "bytes_out",
                     (json_int_t)totals->bytes_out, "launches", (json_int_t)totals->launches,
                     "global_bytes", (json_int_t)bytes, "global_sectors", (json_int_t)sectors,
                     "ideal_global_sectors", (json_int_t)ideal_sectors, "shared_wavefronts",
                     (json_int_t)wavefronts, "ideal_shared_wavefronts",
                     (json_int_t)ideal_wavefronts, "global_atomic_requests", (json_int_t)atomics);
}
