#include "operations_json.h"

#include "choices.h"
#include "counts.h"
#include "crossing.h"
#include "json_text.h"
#include "operations.h"
#include "runtime/region.h"
#include "source.h"
#include "stand_in.h"

/* Members that several kinds have. */
enum {
    BYTES = 1,
    STREAM = 2,
    ASYNC = 4,
    EVENT = 8,
    START = 16,
    PENDING = 32,
    TIMES = 64,
    MOVED = 128
};

/* Of the words that came from the host, those that are told. */
enum { most_words = 1024 };

static const struct {
    const char *verb, *awaited;
    unsigned members;
} kinds[] = {
    [SIMT_OPERATION_COPY] = {"copy", NULL, BYTES | STREAM | ASYNC},
    [SIMT_OPERATION_FILL] = {"fill", NULL, BYTES | STREAM | ASYNC},
    [SIMT_OPERATION_ALLOCATE] = {"allocate", NULL, BYTES},
    [SIMT_OPERATION_FREE] = {"free", NULL, BYTES | ASYNC},
    [SIMT_OPERATION_WAIT_DEVICE] = {"wait", "device", 0},
    [SIMT_OPERATION_WAIT_STREAM] = {"wait", "stream", STREAM},
    [SIMT_OPERATION_WAIT_EVENT] = {"wait", "event", EVENT},
    [SIMT_OPERATION_QUERY_STREAM] = {"query", "stream", STREAM},
    [SIMT_OPERATION_QUERY_EVENT] = {"query", "event", EVENT},
    [SIMT_OPERATION_RECORD] = {"record", NULL, EVENT | STREAM | PENDING | MOVED},
    [SIMT_OPERATION_STREAM_WAITS] = {"wait-event", NULL, EVENT | STREAM},
    [SIMT_OPERATION_ELAPSED] = {"elapsed", NULL, START | EVENT | PENDING | TIMES},
    [SIMT_OPERATION_ASK] = {"ask", NULL, 0},
    [SIMT_OPERATION_NOTE] = {NULL, NULL, PENDING | TIMES | MOVED}, /* its verb is its own */
};

static json_t *launch_json(const struct simt_operation_entry *entry)
{
    const struct simt_launch_info *launch = &entry->launch;

    return json_pack("{ss so sI so so sb}", "do", "launch", "kernel",
                     simt_json_text(launch->kernel), "stream", (json_int_t)entry->stream, "grid",
                     simt_json_extent(&launch->grid), "block", simt_json_extent(&launch->block),
                     "ok", entry->ok);
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

static void add_copy(json_t *value, const struct simt_operation_entry *entry)
{
    static const char *const ways[] = {"device", "host", "device-device", "host-host"};

    (void)json_object_set_new(value, "to", json_string(ways[entry->way]));
    (void)json_object_set_new(value, "pinned", json_boolean(entry->pinned));
    (void)json_object_set_new(value, "at", device_side(entry));
}

static const char *memory_name(enum simt_region_kind kind)
{
    return kind == SIMT_REGION_PINNED    ? "pinned"
           : kind == SIMT_REGION_MANAGED ? "managed"
                                         : "device";
}

static json_t *operation_json(const struct simt_operation_entry *entry)
{
    const struct simt_operation *operation = &entry->operation;
    const char *verb = kinds[operation->kind].verb, *awaited = kinds[operation->kind].awaited;
    const struct {
        unsigned member;
        const char *name;
        json_int_t number;
    } numbers[] = {
        {BYTES, "bytes", (json_int_t)operation->bytes},
        {STREAM, "stream", entry->stream},
        {EVENT, "event", operation->event},
        {START, "start", operation->start_event},
        {TIMES, "begun_ns", (json_int_t)operation->begun_ns},
        {TIMES, "ended_ns", (json_int_t)operation->ended_ns},
        {MOVED, "moved", (json_int_t)entry->moved},
    };
    unsigned members = kinds[operation->kind].members;
    json_t *value = json_object();

    (void)json_object_set_new(value, "do", simt_json_text(verb ? verb : operation->what));
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
        if (members & numbers[i].member)
            (void)json_object_set_new(value, numbers[i].name, json_integer(numbers[i].number));
    if (members & ASYNC)
        (void)json_object_set_new(value, "async", json_boolean(operation->async));
    if (members & PENDING)
        (void)json_object_set_new(value, "pending", json_boolean(operation->pending));
    if (awaited)
        (void)json_object_set_new(value, "for", json_string(awaited));
    if (operation->kind == SIMT_OPERATION_COPY)
        add_copy(value, entry);
    if (operation->kind == SIMT_OPERATION_ALLOCATE || operation->kind == SIMT_OPERATION_FREE)
        (void)json_object_set_new(value, "memory", json_string(memory_name(operation->where)));
    return value;
}

/* The same number for launches of the same arguments, which the first of them has given. */
static size_t number_of_arguments(const struct simt_operation_entry *entry)
{
    const struct simt_operation_entry *other;
    size_t i = 0;

    while ((other = simt_operations_get(i)) != entry &&
           (!other->is_launch || other->arguments != entry->arguments))
        i++;
    return i;
}

static void add_changes(json_t *value, const struct simt_operation_entry *entry)
{
    json_t *all = json_array();

    for (size_t i = 0; i < entry->n_changes; i++)
        (void)json_array_append_new(all,
                                    json_pack("{ss sI sI}", "array", entry->changes[i].array,
                                              "elements", (json_int_t)entry->changes[i].elements,
                                              "state", (json_int_t)entry->changes[i].state));
    (void)json_object_set_new(value, "changed", all);
}

static json_t *entry_json(const struct simt_operation_entry *entry)
{
    struct simt_position position = {.file = entry->launch.file, .line = entry->launch.line};
    json_t *value = entry->is_launch ? launch_json(entry) : operation_json(entry);

    if (!entry->is_launch)
        position = simt_source_find(entry->operation.site);
    if (entry->graph_launch) {
        (void)json_object_set_new(value, "graph", json_integer(entry->graph));
        (void)json_object_set_new(value, "graph_launch", json_integer(entry->graph_launch));
        if (entry->is_launch)
            (void)json_object_set_new(value, "arguments",
                                      json_integer((json_int_t)number_of_arguments(entry)));
    }
    if (entry->n_changes > 0)
        add_changes(value, entry);
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
    uint64_t host_bytes = 0, bytes = 0, constant_bytes = 0, sectors = 0, ideal_sectors = 0,
             wavefronts = 0, ideal_wavefronts = 0, atomics = 0;
    const struct simt_operation_totals *totals = simt_operations_totals();
    const struct simt_block_counts blocks = simt_counts_blocks();
    const struct simt_count *count;

    for (size_t i = 0; (count = simt_counts_get(i)) != NULL; i++) {
        const struct simt_tally *tally = &count->tally;

        bytes += count->space == SIMT_COUNT_GLOBAL ? tally->bytes : 0;
        constant_bytes += count->space == SIMT_COUNT_CONSTANT ? tally->bytes : 0;
        host_bytes += count->first.host ? tally->bytes : 0;
        sectors += tally->sectors; /* 0 but for global memory */
        ideal_sectors += tally->ideal_sectors;
        wavefronts += count->space == SIMT_COUNT_SHARED ? tally->wavefronts : 0;
        ideal_wavefronts += count->space == SIMT_COUNT_SHARED ? tally->ideal_wavefronts : 0;
        atomics += count->kind == SIMT_COUNT_ATOMIC && count->space == SIMT_COUNT_GLOBAL
                       ? tally->requests
                       : 0;
    }
    return json_pack(
        "{sI sI sI sI sI sI sI sI sI sI sI sI sI sI sI sI sI sI sI sI sI sI sI sI}", "copies_in",
        (json_int_t)totals->copies_in, "bytes_in", (json_int_t)totals->bytes_in, "copies_out",
        (json_int_t)totals->copies_out, "bytes_out", (json_int_t)totals->bytes_out, "launches",
        (json_int_t)totals->launches, "threads", (json_int_t)totals->threads, "busy_threads",
        (json_int_t)blocks.busy_threads, "blocks", (json_int_t)blocks.blocks, "idle_blocks",
        (json_int_t)blocks.idle_blocks, "busiest_thread_bytes",
        (json_int_t)simt_counts_busiest_thread(), "busiest_device_bytes",
        (json_int_t)simt_counts_busiest_device(), "steps", (json_int_t)simt_counts_all_steps(),
        "busiest_thread_steps", (json_int_t)simt_counts_busiest_steps(), "block_steps",
        (json_int_t)simt_counts_block_steps(), "waits", (json_int_t)simt_counts_all_waits(),
        "most_shared_places", (json_int_t)simt_counts_most_places(), "global_bytes",
        (json_int_t)bytes, "constant_bytes", (json_int_t)constant_bytes, "global_host_bytes",
        (json_int_t)host_bytes, "global_sectors", (json_int_t)sectors, "ideal_global_sectors",
        (json_int_t)ideal_sectors, "shared_wavefronts", (json_int_t)wavefronts,
        "ideal_shared_wavefronts", (json_int_t)ideal_wavefronts, "global_atomic_requests",
        (json_int_t)atomics);
}

static int line_of(const void *site)
{
    return site ? simt_source_find(site).line : 0;
}

static json_t *crossing_json(const struct simt_crossing *crossing)
{
    struct simt_position position = {.line = 0};

    if (crossing->site)
        position = simt_source_find(crossing->site);
    return json_pack("{sI so si ss}", "bytes", (json_int_t)crossing->bytes, "file",
                     simt_json_text(position.file), "line", position.line, "by",
                     crossing->by_kernel ? "kernel" : "copy");
}

/* [hash, line] of each. */
static json_t *choices_json(void)
{
    const struct simt_choice *choice;
    json_t *all = json_array();

    for (size_t i = 0; (choice = simt_choices_get(i)) != NULL; i++)
        (void)json_array_append_new(all,
                                    json_pack("[I, i]", (json_int_t)choice->value,
                                              choice->site ? line_of(choice->site) : choice->line));
    return all;
}

json_t *simt_crossings_json(void)
{
    static uint32_t words[most_words];
    const struct simt_crossings *crossings = simt_crossings();
    size_t count = simt_crossing_words(words, most_words);
    json_t *all = json_array();

    for (size_t i = 0; i < count; i++)
        (void)json_array_append_new(all, json_integer(words[i]));
    return json_pack(
        "{so so so so so si sI sI sI sI so so sI sb}", "down", crossing_json(&crossings->down),
        "up", crossing_json(&crossings->up), "made", crossing_json(&crossings->made), "given",
        crossing_json(&crossings->given), "carried", crossing_json(&crossings->carried),
        "other_line", line_of(simt_stand_in_other()), "other_words",
        (json_int_t)simt_stand_in_other_words(), "results", (json_int_t)crossings->results,
        "made_results", (json_int_t)crossings->made_results, "handed",
        (json_int_t)simt_crossing_handed(), "words", all, "choices", choices_json(), "choices_rest",
        (json_int_t)simt_choices_rest(), "gave_number", simt_stand_in_gave_number());
}
