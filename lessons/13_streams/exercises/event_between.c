/* Lesson 13: a kernel that waits for one of another stream. It is C and no data: of a wait that is
 * missing it looks for the event that was to be waited for. */
#include "launch_order.h"

#include "exercise_tools.h"

#include "random.h"

#include <stdio.h>
#include <string.h>

enum { OUT, DOUBLED, SQUARED, X, N };

static const struct gs_array parameters[] = {
    {"out", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},     {"doubled", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"squared", GS_OUTPUT, GS_HOME_DEVICE, GS_F32}, {"x", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},       {0},
};

static const struct gs_shape shapes[] = {
    {.n = 300}, {.n = 0}, {.n = 1}, {.n = 256}, {.n = (1 << 12) + 11}, GS_LAST_SHAPE,
};

static void fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *x = arrays[X];
    for (size_t i = 0; i < shape->n; i++)
        x[i] = 3 + gs_random_f32(seed, X, i);
    *(uint64_t *)arrays[N] = shape->n;
}

static void solve(const struct gs_shape *shape, const void *const *arrays, struct gs_expected *out)
{
    const float *x = arrays[X];
    for (size_t i = 0; i < shape->n; i++) {
        const double doubled = 2 * (double)x[i], squared = (double)x[i] * (double)x[i];
        ((double *)out->want[DOUBLED])[i] = doubled;
        ((double *)out->want[SQUARED])[i] = squared;
        ((double *)out->want[OUT])[i] = doubled + squared;
    }
}

/* ---- a wait that is missing ------------------------------------------------------------------ */

/* The places of the kernel that is to be waited for and of the one that is to wait, and the last
 * record of an event and the last wait of a stream for one; order->count: there is none. */
struct places {
    size_t before, after, record, wait;
};

static struct places places_of(const struct gs_order *order)
{
    struct places found = {
        .after = gs_nth_launch(order, 2), .record = order->count, .wait = order->count};
    const size_t kernels[] = {gs_nth_launch(order, 0), gs_nth_launch(order, 1)};
    found.before = order->count;
    for (size_t k = 0; found.after < order->count && k < 2; k++) {
        if (kernels[k] < order->count && gs_order_may_overlap(order, kernels[k], found.after))
            found.before = kernels[k];
    }
    for (size_t i = 0; i < order->count; i++) {
        const json_t *operation = gs_order_at(order, i);
        if (gs_has_text(operation, "do", "record"))
            found.record = i;
        if (gs_has_text(operation, "do", "wait-event"))
            found.wait = i;
    }
    return found;
}

static long long stream_of(const struct gs_order *order, size_t i)
{
    return gs_get_number(gs_order_at(order, i), "stream");
}

/* The event is not recorded behind the kernel that is to be waited for. */
static bool say_record(const struct gs_order *order, const struct places *at, const char *before,
                       struct gs_saying *out)
{
    if (at->record == order->count) {
        out->line = gs_line_of(gs_order_at(order, at->after));
        return gs_say(out, "missing-event",
                      "This kernel reads what %s writes, and no event is recorded: the two streams "
                      "know nothing of each other. Record one behind that kernel, and let the "
                      "stream of this one wait for it.",
                      before);
    }
    out->line = gs_line_of(gs_order_at(order, at->record));
    if (stream_of(order, at->record) != stream_of(order, at->before))
        return gs_say(out, "recorded-elsewhere",
                      "The event is recorded in stream %lld, and %s is in stream %lld: it says how "
                      "far the wrong stream has come.",
                      stream_of(order, at->record), before, stream_of(order, at->before));
    return at->record < at->before &&
           gs_say(out, "recorded-too-early",
                  "The event is recorded here, before %s is launched: it stands for what its "
                  "stream was given until now. Record it behind that launch.",
                  before);
}

/* It is, and the kernel that is to wait does not wait for it. */
static bool say_wait(const struct gs_order *order, const struct places *at, const char *before,
                     struct gs_saying *out)
{
    out->line = gs_line_of(gs_order_at(order, at->wait < order->count ? at->wait : at->after));
    if (at->wait == order->count)
        return gs_say(out, "nobody-waits",
                      "An event is recorded behind %s, and nobody waits for it: call "
                      "cudaStreamWaitEvent() for the stream of this kernel, before the launch.",
                      before);
    if (at->wait < at->record)
        return gs_say(out, "waits-before-record",
                      "The stream waits for the event here, and it is recorded only afterwards: to "
                      "wait for an event that was never recorded is to wait for nothing.");
    if (stream_of(order, at->wait) != stream_of(order, at->after))
        return gs_say(out, "waits-elsewhere",
                      "Stream %lld waits for the event here, and the kernel that adds is in stream "
                      "%lld: that one is to wait.",
                      stream_of(order, at->wait), stream_of(order, at->after));
    return at->wait > at->after &&
           gs_say(out, "waits-too-late",
                  "The stream waits for the event here, behind the launch of the kernel that adds: "
                  "only what it is given from here on waits.");
}

static bool say_unordered(const struct gs_shape *shape, const struct gs_order *order,
                          struct gs_saying *out)
{
    (void)shape;
    const struct places at = places_of(order);
    if (at.before == order->count)
        return false;
    char before[40];
    snprintf(before, sizeof before, "%.*s",
             (int)strcspn(gs_get_text(gs_order_at(order, at.before), "kernel"), "(<"),
             gs_get_text(gs_order_at(order, at.before), "kernel"));
    return say_record(order, &at, before, out) || say_wait(order, &at, before, out);
}

static bool say_finding(const struct gs_shape *shape, const json_t *report, const json_t *finding,
                        struct gs_saying *out)
{
    return gs_finding_is(finding, "race-streams") && gs_tells_all(report) &&
           gs_with_order(shape, gs_inspected_operations(report), say_unordered, out);
}

/* ---- what is right, and was not asked for ---------------------------------------------------- */

/* The kernel that adds need not wait for what it does not read. */
static bool say_not_read(const struct gs_order *order, struct gs_saying *out)
{
    const size_t adds = gs_launch_for(order, "out");
    for (size_t i = 0; adds < order->count && i < order->count; i++) {
        if (i == adds || !gs_is_launch(gs_order_at(order, i)) ||
            !gs_order_may_overlap(order, i, adds))
            continue;
        out->line = gs_line_of(gs_order_at(order, adds));
        return gs_say(out, "nobody-waits",
                      "The kernel that stores out does not wait for the one of line %d, and does "
                      "not read what that one stores. Let it add doubled and squared, and let its "
                      "stream wait for both.",
                      gs_line_of(gs_order_at(order, i)));
    }
    return false;
}

/* Each of the first two kernels has a stream of its own, and the later one waits for an event. */
static bool say_early_wait(const struct gs_order *order, size_t one, size_t other,
                           struct gs_saying *out)
{
    const size_t first = one < other ? one : other, second = one < other ? other : one;
    if (stream_of(order, first) == stream_of(order, second))
        return false;
    for (size_t i = first; i < second; i++) {
        if (!gs_has_text(gs_order_at(order, i), "do", "wait-event") ||
            stream_of(order, i) != stream_of(order, second))
            continue;
        out->line = gs_line_of(gs_order_at(order, i));
        return gs_say(out, "waits-too-early",
                      "The stream waits for the event here, before the kernel of line %d is "
                      "launched in it, which need not wait. Put the wait behind that launch.",
                      gs_line_of(gs_order_at(order, second)));
    }
    return false;
}

static bool audit_order(const struct gs_shape *shape, const struct gs_order *order,
                        struct gs_saying *out)
{
    (void)shape;
    const size_t doubled = gs_nth_launch(order, 0), squared = gs_nth_launch(order, 1);
    if (gs_audit_launches(order, 3, out) || gs_audit_own_arrays(order, out) ||
        gs_audit_host_waits(order, out))
        return true;
    out->line = gs_line_of(gs_order_at(order, squared));
    if (!gs_order_may_overlap(order, doubled, squared))
        return say_early_wait(order, doubled, squared, out) ||
               gs_say(out, "one-after-the-other",
                      "The first two kernels wait for each other, and need not. Give each of them "
                      "a stream of its own, and none of them the default.");
    return say_not_read(order, out) || gs_audit_kernels_done(order, out);
}

static bool audit(const struct gs_shape *shape, const json_t *report, struct gs_saying *out)
{
    if (shape->n == 0 || !gs_tells_all(report))
        return false;
    if (gs_inspected_total(report, "launches") == 0)
        return gs_say_no_kernel(out);
    return gs_with_order(shape, gs_inspected_operations(report), audit_order, out);
}

static void budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->launches = 3;
    most->sectors = 1.1;
    most->global_bytes = 7 * sizeof(float) * shape->n;
}

const struct gs_exercise gs_exercise_event_between = {
    .name = "event_between",
    .title = "An event in the right place",
    .entry = "event_between",
    .parameters = parameters,
    .shapes = shapes,
    .n_name = "n",
    .hints =
        {"Which kernel writes what the third one reads, and in which stream is each of the "
         "three?",
         "An event that is recorded in a stream stands for all that the stream was given until "
         "then. cudaStreamWaitEvent() lets a stream wait for it, and the host goes on.",
         "cudaEvent_t done; cudaEventCreate(&done). Behind square_each: "
         "cudaEventRecord(done, other); cudaStreamWaitEvent(one, done, 0). Then add_both in "
         "`one`. In the end cudaEventDestroy(done)."},
    .count = gs_count_n,
    .fill = fill,
    .solve = solve,
    .tolerance = 1e-6,
    .audit = audit,
    .budget = budget,
    .say_finding = say_finding,
};
