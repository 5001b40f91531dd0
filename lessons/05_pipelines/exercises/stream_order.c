#include "stream_order.h"

#include "pipelines.h"

#include "exercise_tools.h"

static void add(struct gs_set *set, size_t i)
{
    set->words[i / 64] |= (uint64_t)1 << i % 64;
}

bool gs_set_contains(const struct gs_set *set, size_t i)
{
    return (set->words[i / 64] >> i % 64 & 1) != 0;
}

static void join(struct gs_set *to, const struct gs_set *from)
{
    for (size_t w = 0; w < GS_SET_WORDS; w++)
        to->words[w] |= from->words[w];
}

static struct gs_point *point_of(struct gs_order *order, bool is_event, json_int_t number)
{
    for (size_t k = 0; k < order->point_count; k++) {
        if (order->points[k].is_event == is_event && order->points[k].number == number)
            return &order->points[k];
    }
    struct gs_point *point = &order->points[order->point_count++];
    *point = (struct gs_point){.is_event = is_event, .number = number};
    return point;
}

static void join_streams(const struct gs_order *order, struct gs_set *to)
{
    for (size_t k = 0; k < order->point_count; k++) {
        if (!order->points[k].is_event)
            join(to, &order->points[k].done);
    }
}

/* Stream 0 and the others wait for each other. */
static struct gs_point *stream_of(struct gs_order *order, const json_t *operation)
{
    struct gs_point *stream = point_of(order, false, gs_get_number(operation, "stream"));
    if (stream->number == 0)
        join_streams(order, &stream->done);
    else
        join(&stream->done, &order->points[0].done);
    return stream;
}

/* Work that the device does in a stream. */
static void add_work(struct gs_order *order, size_t i, const json_t *operation)
{
    struct gs_point *stream = stream_of(order, operation);
    join(&stream->done, &order->waited);
    order->before[i] = stream->done;
    add(&stream->done, i);
    const bool is_copy = gs_has_text(operation, "do", "copy");
    const bool is_async = json_is_true(json_object_get(operation, "async"));
    const bool is_pinned = json_is_true(json_object_get(operation, "pinned"));
    if (!is_copy || (is_async && (is_pinned || !gs_has_text(operation, "to", "host"))))
        return;
    join(&order->waited, &stream->done);
    join(&order->asked, &stream->done);
}

static void add_wait(struct gs_order *order, const json_t *operation)
{
    struct gs_set done = {{0}};
    if (gs_has_text(operation, "for", "device"))
        join_streams(order, &done);
    else if (gs_has_text(operation, "for", "stream"))
        done = stream_of(order, operation)->done;
    else
        done = point_of(order, true, gs_get_number(operation, "event"))->done;
    join(&order->waited, &done);
    join(&order->asked, &done);
}

static void add_event(struct gs_order *order, const json_t *operation)
{
    struct gs_point *event = point_of(order, true, gs_get_number(operation, "event"));
    struct gs_point *stream = stream_of(order, operation);
    if (gs_has_text(operation, "do", "record"))
        event->done = stream->done;
    else
        join(&stream->done, &event->done);
}

bool gs_is_work(const json_t *operation)
{
    return gs_is_launch(operation) || gs_has_text(operation, "do", "copy") ||
           gs_has_text(operation, "do", "fill");
}

bool gs_is_freeing(const json_t *operation)
{
    return gs_has_text(operation, "do", "free") &&
           !json_is_true(json_object_get(operation, "async"));
}

bool gs_is_wait(const json_t *operation)
{
    return gs_has_text(operation, "do", "wait") || gs_has_text(operation, "do", "query");
}

static void add_operation(struct gs_order *order, size_t i)
{
    const json_t *operation = json_array_get(order->operations, i);
    if (gs_is_work(operation))
        add_work(order, i, operation);
    else if (gs_is_wait(operation))
        add_wait(order, operation);
    else if (gs_has_text(operation, "do", "record") || gs_has_text(operation, "do", "wait-event"))
        add_event(order, operation);
    else if (gs_is_freeing(operation))
        join_streams(order, &order->waited);
}

void gs_order_find(struct gs_order *order)
{
    (void)point_of(order, false, 0);
    for (size_t i = 0; i < order->count; i++)
        add_operation(order, i);
}

const json_t *gs_order_at(const struct gs_order *order, size_t i)
{
    return json_array_get(order->operations, i);
}

/* Neither waits for the other. */
bool gs_order_may_overlap(const struct gs_order *order, size_t i, size_t j)
{
    return !gs_set_contains(&order->before[i], j) && !gs_set_contains(&order->before[j], i);
}

bool gs_with_order(const struct gs_shape *shape, const json_t *operations, gs_look_at_order *look,
                   struct gs_saying *out)
{
    const size_t all = json_array_size(operations);
    const size_t count = all < GS_MOST_OPERATIONS ? all : GS_MOST_OPERATIONS;
    struct gs_set *before = calloc(count + 1, sizeof *before);
    struct gs_point *points = calloc(2 * count + 1, sizeof *points);
    struct gs_order order = {
        .operations = operations, .count = count, .before = before, .points = points};
    bool said = false;
    if (before != NULL && points != NULL) {
        gs_order_find(&order);
        said = look(shape, &order, out);
    }
    free(before);
    free(points);
    return said;
}

bool gs_audit_final_wait(const struct gs_order *order, const char *result, struct gs_saying *out)
{
    size_t pending = 0, copies = 0;
    for (size_t i = 0; i < order->count; i++) {
        const json_t *operation = gs_order_at(order, i);
        if (!gs_is_copy_to(operation, "host"))
            continue;
        copies++;
        if (!gs_set_contains(&order->asked, i) && pending++ == 0)
            out->line = gs_line_of(operation);
    }
    return pending > 0 &&
           gs_say(out, "missing-wait",
                  "Your function returns while %zu of %zu copies to %s may still be under way, "
                  "and its caller would read what was there before. Wait for each stream first, "
                  "with cudaStreamSynchronize(), or for the device.",
                  pending, copies, result);
}

bool gs_audit_handed_back(const struct gs_order *order, const char *result, struct gs_saying *out)
{
    size_t copies = 0;
    bool waited = true;
    for (size_t i = 0; i < order->count; i++) {
        const json_t *operation = gs_order_at(order, i);
        copies += gs_is_copy_to(operation, "host");
        if (gs_is_launch(operation)) {
            waited = gs_set_contains(&order->waited, i);
            out->line = gs_line_of(operation);
        }
    }
    if (copies == 0 && !waited)
        return gs_say(out, "missing-wait",
                      "Your function returns while the kernel that writes %s may still be under "
                      "way, and its caller would read what was there before. Wait for the device "
                      "first, with cudaDeviceSynchronize().",
                      result);
    out->line = 0;
    return gs_audit_final_wait(order, result, out);
}
