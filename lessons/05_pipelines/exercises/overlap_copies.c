/* Lesson 5: computing while the next chunk comes in. It is C and no data: it asks which copies
 * and kernels ran in which stream, and what waits for what. */
#include "pipelines.h"
#include "stream_order.h"

#include "exercise_tools.h"

#include "random.h"

#include <math.h>

enum { RESULT, X, OVERLAP_N };
enum { OVERLAP_FROM = 4096, LEAST_CHUNKS = 4 }; /* as overlap_copies.h has it */

static const struct gs_array overlap_parameters[] = {
    {"out", GS_OUTPUT, GS_HOME_PINNED, GS_F32},
    {"x", GS_INPUT, GS_HOME_PINNED, GS_F32},
    {"n", GS_NUMBER, GS_HOME_PINNED, GS_U64},
    {0},
};

/* A size with a remainder, for most numbers of chunks, comes first: what it shows can be told. */
static const struct gs_shape overlap_shapes[] = {
    {.n = 0},      {.n = 31},   {.n = 1},    {.n = 2},
    {.n = 257},    {.n = 4095}, {.n = 4096}, {.n = (1 << 16) + 11},
    GS_LAST_SHAPE,
};

static void overlap_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *x = arrays[X];
    for (size_t i = 0; i < shape->n; i++)
        x[i] = 2 * gs_random_f32(seed, X, i);
    *(uint64_t *)arrays[OVERLAP_N] = shape->n;
}

static void overlap_solve(const struct gs_shape *shape, const void *const *arrays,
                          struct gs_expected *out)
{
    const float *x = arrays[X];
    double *want = out->want[RESULT];
    for (size_t i = 0; i < shape->n; i++)
        want[i] = tanh((double)x[i]);
}

/* ---- wrong values ---------------------------------------------------------------------------- */

/* The element whose result stands at out[i]; n: none. */
static size_t result_of(const struct gs_wrong *wrong, size_t i)
{
    const float *x = wrong->arrays[X];
    const double got = (double)((const float *)wrong->got)[i];
    for (size_t j = 0; j < wrong->count; j++) {
        if (fabs(got - tanh((double)x[j])) <= 2e-6 * fabs(got))
            return j;
    }
    return wrong->count;
}

enum { MOST_CHUNKS_TOLD = 64 };

static bool overlap_explain_untouched(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t n = wrong->count, first = wrong->untouched_first, rest = n - first;
    if (wrong->untouched == n)
        return gs_say(
            out, "not-copied-back", "No element of out was written. %s",
            gs_inspected_total(wrong->report, "launches") == 0
                ? "No kernel was launched either: is there a chunk at all, for so few "
                  "elements?"
            : gs_inspected_total(wrong->report, "copies_out") == 0
                ? "What the kernels write is on the device: nothing was copied from there."
                : "What was copied to the host went elsewhere, or was junk.");
    if (wrong->untouched != wrong->wrong || wrong->untouched != rest || rest >= MOST_CHUNKS_TOLD)
        return false;
    return gs_say(
        out, "rounded-down",
        "The last %zu element%s, from out[%zu] on, belong%s to no chunk. Does a division drop the "
        "remainder, as `n / chunks` does?",
        rest, rest == 1 ? "" : "s", first, rest == 1 ? "s" : "");
}

/* The first chunk is wrong already. */
static bool overlap_explain_first(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t source = result_of(wrong, 0);
    if (((const float *)wrong->got)[0] == ((const float *)wrong->arrays[X])[0])
        return gs_say(out, "not-computed",
                      "out[0] is x[0] itself: it came back as it went. Is the kernel launched "
                      "between the two copies, on this chunk?");
    return source < wrong->count && wrong->untouched > 0 &&
           gs_say(out, "wrong-offset",
                  "out[0] holds the result of x[%zu], and out[%zu] was never written: each chunk "
                  "was copied to the same place.",
                  source, wrong->untouched_first);
}

static bool overlap_explain_later(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const size_t i = wrong->first, source = result_of(wrong, i);
    if (((const float *)wrong->got)[i] == ((const float *)wrong->arrays[X])[i])
        return gs_say(out, "wrong-offset",
                      "out[%zu] is x[%zu] itself, so no kernel worked on its chunk, while the "
                      "first chunk is right.",
                      i, i);
    if (source == sizeof(float) * i)
        return gs_say(out, "wrong-offset",
                      "out[%zu] holds the result of x[%zu], %zu times as far on: an offset to a "
                      "pointer counts elements, not bytes.",
                      i, source, sizeof(float));
    return source < wrong->count &&
           gs_say(out, "wrong-offset",
                  "out[%zu] holds the result of x[%zu]: the chunk was brought from the wrong "
                  "place.",
                  i, source);
}

static bool overlap_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    const bool was_written = wrong->states[wrong->first] == 2;
    if (was_written &&
        (wrong->first == 0 ? overlap_explain_first(wrong, out) : overlap_explain_later(wrong, out)))
        return true;
    return wrong->untouched > 0 && overlap_explain_untouched(wrong, out);
}

/* ---- what was asked for ---------------------------------------------------------------------- */

static bool is_bus_copy(const json_t *operation)
{
    return gs_is_copy_to(operation, "device") || gs_is_copy_to(operation, "host");
}

/* How many are of that kind, and the first of them. */
struct tally {
    size_t count;
    const json_t *first;
};

static struct tally tally_of(const struct gs_order *order, bool (*is)(const json_t *))
{
    struct tally tally = {0};
    for (size_t i = 0; i < order->count; i++) {
        const json_t *operation = gs_order_at(order, i);
        if (is(operation) && tally.count++ == 0)
            tally.first = operation;
    }
    return tally;
}

static bool is_blocking_copy(const json_t *operation)
{
    return is_bus_copy(operation) && !json_is_true(json_object_get(operation, "async"));
}

static bool is_pageable_copy(const json_t *operation)
{
    return is_bus_copy(operation) && !json_is_true(json_object_get(operation, "pinned"));
}

static bool is_in_stream_0(const json_t *operation)
{
    return (is_bus_copy(operation) || gs_is_launch(operation)) &&
           gs_get_number(operation, "stream") == 0;
}

static bool is_launch_in_stream_0(const json_t *operation)
{
    return gs_is_launch(operation) && is_in_stream_0(operation);
}

static bool is_copy_in(const json_t *operation)
{
    return gs_is_copy_to(operation, "device");
}

static bool audit_copies(const struct gs_order *order, struct gs_saying *out)
{
    const struct tally copies = tally_of(order, is_bus_copy);
    const struct tally blocking = tally_of(order, is_blocking_copy);
    const struct tally pageable = tally_of(order, is_pageable_copy);
    if (blocking.count > 0) {
        out->line = gs_line_of(blocking.first);
        return gs_say(out, "blocking-copies",
                      "%zu of %zu copies are made by cudaMemcpy(), which returns when the copy is "
                      "done: until then the host cannot queue anything else, so nothing overlaps.",
                      blocking.count, copies.count);
    }
    out->line = gs_line_of(pageable.first);
    return pageable.count > 0 &&
           gs_say(out, "pageable-copies",
                  "%zu of %zu copies are from or to memory that is not page-locked: they pass "
                  "through a buffer of the driver's, and the host does that. x and out are "
                  "page-locked: copy from and to these.",
                  pageable.count, copies.count);
}

static size_t streams_of_copies(const struct gs_order *order)
{
    size_t count = 0;
    for (size_t k = 0; k < order->point_count; k++) {
        bool is_used = false;
        for (size_t i = 0; i < order->count && !order->points[k].is_event; i++)
            is_used |= is_bus_copy(gs_order_at(order, i)) &&
                       gs_get_number(gs_order_at(order, i), "stream") == order->points[k].number;
        count += is_used;
    }
    return count;
}

static bool audit_streams(const struct gs_order *order, struct gs_saying *out)
{
    const struct tally launches = tally_of(order, gs_is_launch);
    const struct tally copies = tally_of(order, is_bus_copy), in = tally_of(order, is_copy_in);
    const struct tally in_0 = tally_of(order, is_in_stream_0);
    const struct tally launches_in_0 = tally_of(order, is_launch_in_stream_0);
    out->line = gs_line_of(in_0.first);
    if (in_0.count > 0 && in_0.count == launches_in_0.count)
        return gs_say(out, "default-stream",
                      "%zu of %zu kernels are in stream 0, the default, which waits for all other "
                      "streams, and they for it: nothing overlaps. Is each of them to be in "
                      "the stream of its copies?",
                      in_0.count, launches.count);
    if (in_0.count > 0)
        return gs_say(
            out, "default-stream",
            "%zu of %zu copies and kernels are in stream 0, the default, where one waits for the "
            "other: nothing overlaps. Hand each of them a stream that you created.",
            in_0.count, copies.count + launches.count);
    out->line = gs_line_of(in.first);
    if (in.count < LEAST_CHUNKS)
        return gs_say(out, "too-few-chunks",
                      "There %s %zu chunk%s: while the first comes in and the last goes back, "
                      "nothing else can be done. Make it %d or more.",
                      in.count == 1 ? "is" : "are", in.count, in.count == 1 ? "" : "s",
                      LEAST_CHUNKS);
    return streams_of_copies(order) < 2 &&
           gs_say(out, "one-stream",
                  "All %zu chunks are in one stream, where each waits for the one before. Give "
                  "them two or more streams, by turns.",
                  in.count);
}

/* Both use the same bytes of the device, and one changes them. */
static bool collide(const json_t *a, const json_t *b)
{
    const json_t *at_a = json_object_get(a, "at"), *at_b = json_object_get(b, "at");
    if (!json_is_integer(at_a) || !json_is_integer(at_b) || !(is_copy_in(a) || is_copy_in(b)))
        return false;
    const long long begin_a = gs_get_number(a, "at"), begin_b = gs_get_number(b, "at");
    return begin_a < begin_b + gs_get_number(b, "bytes") &&
           begin_b < begin_a + gs_get_number(a, "bytes");
}

static bool audit_buffers(const struct gs_order *order, struct gs_saying *out)
{
    for (size_t i = 0; i < order->count; i++) {
        const json_t *later = gs_order_at(order, i);
        for (size_t j = 0; j < i && is_bus_copy(later); j++) {
            const json_t *earlier = gs_order_at(order, j);
            if (!is_bus_copy(earlier) || !gs_order_may_overlap(order, i, j) ||
                !collide(earlier, later))
                continue;
            out->line = gs_line_of(later);
            return gs_say(out, "shared-buffer",
                          "Chunks in different streams use the same memory of the device: this "
                          "copy, in stream %lld, and that of line %d, in stream %lld, may be made "
                          "at the same time, and one chunk is lost. Give each stream a buffer of "
                          "its own, or each chunk its own part of one.",
                          gs_get_number(later, "stream"), gs_line_of(earlier),
                          gs_get_number(earlier, "stream"));
        }
    }
    return false;
}

static bool any_before(const struct gs_order *order, size_t i, bool (*is)(const json_t *))
{
    for (size_t j = 0; j < i; j++) {
        if (gs_set_contains(&order->before[i], j) && is(gs_order_at(order, j)))
            return true;
    }
    return false;
}

/* A kernel that runs before anything came, or a copy back before any kernel ran. */
static bool audit_dependencies(const struct gs_order *order, struct gs_saying *out)
{
    for (size_t i = 0; i < order->count; i++) {
        const json_t *operation = gs_order_at(order, i);
        const long long stream = gs_get_number(operation, "stream");
        out->line = gs_line_of(operation);
        if (gs_is_launch(operation) && !any_before(order, i, is_copy_in))
            return gs_say(out, "unordered",
                          "The kernel is in stream %lld, and no copy to the device comes before it "
                          "there: it may run before its chunk has come. Launch it in the stream of "
                          "the copy, or let its stream wait for an event behind the copy.",
                          stream);
        if (gs_is_copy_to(operation, "host") && !any_before(order, i, gs_is_launch))
            return gs_say(out, "unordered",
                          "This copy is in stream %lld, and no kernel comes before it there: it "
                          "may bring the chunk back before it was computed. Make it in the stream "
                          "of the kernel, or let its stream wait for an event behind the kernel.",
                          stream);
    }
    out->line = 0;
    return false;
}

/* Copies beside which something else may be under way. */
static size_t count_overlapping(const struct gs_order *order)
{
    size_t count = 0;
    for (size_t i = 0; i < order->count; i++) {
        bool overlaps = false;
        for (size_t j = 0; j < order->count && is_bus_copy(gs_order_at(order, i)); j++)
            overlaps |=
                j != i && gs_is_work(gs_order_at(order, j)) && gs_order_may_overlap(order, i, j);
        count += overlaps;
    }
    return count;
}

static bool is_wait_of_host(const json_t *operation)
{
    return gs_is_wait(operation) || gs_is_freeing(operation);
}

static bool is_wait_of_stream(const json_t *operation)
{
    return gs_has_text(operation, "do", "wait-event");
}

/* What waits before the last copy is queued. */
static struct tally waits_between(const struct gs_order *order, bool (*is)(const json_t *))
{
    struct gs_order part = *order;
    while (part.count > 0 && !is_bus_copy(gs_order_at(&part, part.count - 1)))
        part.count--;
    return tally_of(&part, is);
}

static const char *name_of_wait(const json_t *wait)
{
    if (gs_has_text(wait, "do", "free"))
        return "cudaFree(), which waits for all of the device,";
    if (gs_has_text(wait, "do", "query"))
        return "A query";
    if (gs_has_text(wait, "for", "device"))
        return "cudaDeviceSynchronize()";
    return gs_has_text(wait, "for", "stream") ? "cudaStreamSynchronize()"
                                              : "cudaEventSynchronize()";
}

static bool audit_overlap(const struct gs_order *order, struct gs_saying *out)
{
    const size_t copies = tally_of(order, is_bus_copy).count;
    const size_t overlapping = count_overlapping(order);
    const struct tally host = waits_between(order, is_wait_of_host);
    const struct tally streams = waits_between(order, is_wait_of_stream);
    if (2 * overlapping >= copies)
        return false;
    if (host.count > 0) {
        out->line = gs_line_of(host.first);
        return gs_say(out, "wait-in-loop",
                      "%s comes %zu time%s before the last chunk is queued, so the device gets a "
                      "chunk when the one before is done: beside %zu of %zu copies nothing else "
                      "can be under way. Queue all chunks, and wait behind the loop.",
                      name_of_wait(host.first), host.count, host.count == 1 ? "" : "s",
                      copies - overlapping, copies);
    }
    out->line = gs_line_of(streams.first);
    return gs_say(out, "ordered-chunks",
                  "By cudaStreamWaitEvent() each chunk waits for the one before it, in whatever "
                  "stream it is: beside %zu of %zu copies nothing else can be under way. A chunk "
                  "has to wait for its own copy and its own kernel alone.",
                  copies - overlapping, copies);
}

static bool audit_order(const struct gs_shape *shape, const struct gs_order *order,
                        struct gs_saying *out)
{
    const bool is_cut = shape->n >= OVERLAP_FROM;
    return (is_cut && (audit_copies(order, out) || audit_dependencies(order, out) ||
                       audit_streams(order, out) || audit_buffers(order, out) ||
                       audit_overlap(order, out))) ||
           gs_audit_final_wait(order, "out", out);
}

/* Why a kernel uses what a copy of another stream writes: it is of its own chunk, or both use one
 * buffer. */
static bool say_unordered(const struct gs_shape *shape, const struct gs_order *order,
                          struct gs_saying *out)
{
    (void)shape;
    return audit_dependencies(order, out) || audit_buffers(order, out);
}

/* What a kernel reads and no copy has brought. */
static bool say_not_brought(const struct gs_shape *shape, const json_t *report,
                            const json_t *finding, struct gs_saying *out)
{
    const json_t *operations = gs_inspected_operations(report);
    const char *array = gs_get_text(finding, "array");
    const size_t bytes = (size_t)gs_inspected_total(report, "bytes_in");
    size_t first = 0;
    while (first < json_array_size(operations) &&
           !gs_is_launch(json_array_get(operations, first)) &&
           !gs_is_copy_to(json_array_get(operations, first), "device"))
        first++;
    if (array[0] == '\0' || first == json_array_size(operations))
        return false;
    if (gs_is_launch(json_array_get(operations, first)))
        return gs_say(
            out, "order-of-steps",
            "%s[%lld] is read before it has a value: the first kernel is launched before "
            "anything was copied to the device. In a stream the steps run in the order in "
            "which they are queued.",
            array, gs_get_number(finding, "index"));
    if (bytes < sizeof(float) * shape->n)
        return gs_say(out, "too-few-bytes",
                      "%s[%lld] is read before it has a value: the copies to the device bring %zu "
                      "bytes in all, and x has %zu. A copy counts bytes, elements * sizeof(float).",
                      array, gs_get_number(finding, "index"), bytes, sizeof(float) * shape->n);
    return gs_say(out, "wrong-offset",
                  "%s[%lld] is read before it has a value, and as many bytes were copied to the "
                  "device as x has: did each chunk go to its own place there, and before its "
                  "kernel?",
                  array, gs_get_number(finding, "index"));
}

static bool overlap_say_finding(const struct gs_shape *shape, const json_t *report,
                                const json_t *finding, struct gs_saying *out)
{
    const long long given = gs_get_number(finding, "given"), most = gs_get_number(finding, "most");
    const int line = out->line;
    if ((gs_finding_is(finding, "race-streams") || gs_finding_is(finding, "race-host")) &&
        gs_with_order(shape, gs_inspected_operations(report), say_unordered, out))
        return true;
    out->line = line;
    if (gs_finding_is(finding, "uninitialised") && say_not_brought(shape, report, finding, out))
        return true;
    if (!gs_finding_is(finding, "out-of-bounds") || !gs_has_text(finding, "why", "copy") ||
        most >= given)
        return false;
    return gs_say(
        out, "out-of-bounds",
        "This copies %lld bytes, and from here to the end of the array there are %lld. Is "
        "the last chunk to be shorter than the others, or is an offset in bytes where "
        "elements count?",
        given, most);
}

/* Of more operations than the report tells, nothing can be said. */
static bool overlap_audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    const json_t *operations = gs_inspected_operations(report);
    const size_t count = json_array_size(operations);
    if (shape->n == 0 || (size_t)gs_get_number(report, "operation_count") != count ||
        count > GS_MOST_OPERATIONS)
        return false;
    if (gs_inspected_total(report, "launches") == 0)
        return gs_say_no_kernel(out);
    return gs_with_order(shape, operations, audit_order, out);
}

static void overlap_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 256; /* one a chunk */
    most->sectors = 1.3;  /* chunks may begin anywhere */
    most->global_bytes = 2 * sizeof(float) * shape->n;
}

const struct gs_exercise gs_exercise_overlap_copies = {
    .name = "overlap_copies",
    .title = "Compute while the next chunk comes in",
    .entry = "overlap_copies",
    .parameters = overlap_parameters,
    .shapes = overlap_shapes,
    .n_name = "n",
    .hints =
        {"What can the device do with the first quarter of x while the second quarter is on "
         "its way?",
         "Within a stream, things happen one after the other; two streams do not wait for "
         "each other. So a chunk's copy in, kernel and copy out go to one stream, and the "
         "next chunk's to another.",
         "cudaStream_t streams[2], and cudaStreamCreate(&streams[k]) for each. for (begin = "
         "0, k = 0; begin < n; begin += chunk, k++), with count = the lesser of chunk and n - "
         "begin, bytes = count * sizeof(float) and s = streams[k % 2]: cudaMemcpyAsync(device + "
         "begin, x + begin, bytes, cudaMemcpyHostToDevice, s); activate<<<grid, block, 0, "
         "s>>>(device + begin, count); cudaMemcpyAsync(out + begin, device + begin, bytes, "
         "cudaMemcpyDeviceToHost, s). Behind the loop cudaStreamSynchronize() and "
         "cudaStreamDestroy() for each stream."},
    .count = gs_count_n,
    .fill = overlap_fill,
    .solve = overlap_solve,
    .tolerance = 2e-6,
    .explain = overlap_explain,
    .audit = overlap_audit,
    .budget = overlap_budget,
    .say_finding = overlap_say_finding,
};
