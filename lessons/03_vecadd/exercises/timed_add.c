/* Lesson 3: the time of the work, not of its launch. It is C and no data: the answer is a time,
 * right between two bounds, and the order of clocks and launches is looked at. */
#include "exercise_tools.h"

#include "random.h"

#include <math.h>
#include <stdlib.h>

enum { SECONDS, SUM, LEFT, RIGHT, LENGTH };

enum {
    LONG_SECONDS = 20,      /* where there is nothing to add */
    MOST_SECONDS = 1 << 20, /* of a time that was only subtracted the wrong way round */
};

/* A program may load and store c more often than needed, which looks like more than one addition;
 * the time of two is past that. */
static const double MOST_TIMES = 1.75;

/* What a program takes off, as for an empty measurement, leaves more than a part of so much. */
static const double LEAST_PART = 0.25;
enum { MOST_MOVED = 3 }; /* times the three arrays, by an addition with such detours */

/* No device takes less for so many elements, and every clock that can time it has finer steps. */
enum { MANY = 1 << 16 };
static const double LEAST_SECONDS = 1e-7;

static const struct gs_array timed_add_parameters[] = {
    {"seconds", GS_OUTPUT, GS_HOME_PAGEABLE, GS_F64}, {"c", GS_OUTPUT, GS_HOME_DEVICE, GS_F32},
    {"a", GS_INPUT, GS_HOME_DEVICE, GS_F32},          {"b", GS_INPUT, GS_HOME_DEVICE, GS_F32},
    {"n", GS_NUMBER, GS_HOME_DEVICE, GS_U64},         {0},
};

static size_t timed_add_count(const struct gs_shape *shape, unsigned parameter)
{
    return parameter == SECONDS ? 1 : shape->n;
}

static void timed_add_fill(const struct gs_shape *shape, uint64_t seed, void *const *arrays)
{
    float *a = arrays[LEFT], *b = arrays[RIGHT];
    for (size_t i = 0; i < shape->n; i++) {
        a[i] = gs_random_f32(seed, LEFT, i);
        b[i] = gs_random_f32(seed, RIGHT, i);
    }
    *(uint64_t *)arrays[LENGTH] = shape->n;
}

static void timed_add_solve(const struct gs_shape *shape, const void *const *arrays,
                            struct gs_expected *out)
{
    const float *a = arrays[LEFT], *b = arrays[RIGHT];
    double *c = out->want[SUM];
    for (size_t i = 0; i < shape->n; i++)
        c[i] = (double)a[i] + (double)b[i];
    out->scale = 1e-6;
    out->from[SECONDS] = shape->n >= MANY ? LEAST_SECONDS : 0;
    out->up_to[SECONDS] = LONG_SECONDS;
    out->is_time[SECONDS] = shape->n > 0;
}

static void timed_add_budget(const struct gs_shape *shape, struct gs_budget *most)
{
    most->sectors = 1.0;
    most->global_bytes =
        (size_t)32 * 3 * sizeof(float) * shape->n; /* also to warm up, to average */
}

/* What the host did, as far as it is about time. */
struct timing {
    const json_t *first_clock, *last_clock;               /* NULL: the clock was never looked at */
    const json_t *seconds_clock;                          /* time(), in whole seconds */
    const json_t *cpu_clock;                              /* clock(), of the processor's time */
    const json_t *elapsed;                                /* the last time between two events */
    size_t first_clock_at, last_clock_at, last_launch_at; /* places in the order; 0: none */
};

static struct timing timing_of(const json_t *operations)
{
    struct timing timing = {0};
    for (size_t i = 0; i < json_array_size(operations); i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_has_text(operation, "do", "clock")) {
            timing.last_clock = operation;
            timing.last_clock_at = i + 1;
        }
        if (timing.first_clock == NULL && timing.last_clock != NULL) {
            timing.first_clock = operation;
            timing.first_clock_at = i + 1;
        }
        if (gs_has_text(operation, "do", "launch"))
            timing.last_launch_at = i + 1;
        if (gs_has_text(operation, "do", "clock of seconds"))
            timing.seconds_clock = operation;
        if (gs_has_text(operation, "do", "clock of the processor"))
            timing.cpu_clock = operation;
        if (gs_has_text(operation, "do", "elapsed"))
            timing.elapsed = operation;
    }
    return timing;
}

static bool is_pending(const json_t *operation)
{
    return json_is_true(json_object_get(operation, "pending"));
}

/* Where the event was last recorded before the time was asked for; the count: nowhere. */
static size_t place_of_record(const json_t *operations, const json_t *elapsed, const char *which)
{
    const size_t count = json_array_size(operations);
    size_t place = count;
    for (size_t i = 0; i < count && json_array_get(operations, i) != elapsed; i++) {
        const json_t *operation = json_array_get(operations, i);
        if (gs_has_text(operation, "do", "record") &&
            gs_get_number(operation, "event") == gs_get_number(elapsed, which))
            place = i;
    }
    return place;
}

/* Whether the host does there what is no part of the addition, and takes longer than it. */
static bool is_beside(const json_t *operation)
{
    static const char *const verbs[] = {"allocate", "free", "copy", "fill"};
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (gs_has_text(operation, "do", verbs[i]))
            return true;
    }
    return false;
}

/* Between the begin and the end of the time, both places in the order. */
static bool say_beside(const json_t *operations, size_t begin, size_t end, struct gs_saying *out)
{
    for (size_t i = begin; i < end; i++) {
        const json_t *operation = json_array_get(operations, i);
        if (!is_beside(operation))
            continue;
        const bool is_copy = gs_has_text(operation, "do", "copy");
        const bool is_fill = gs_has_text(operation, "do", "fill");
        out->line = gs_line_of(operation);
        return gs_say(out, "timed-too-much",
                      "Line %d %s memory between the two times, and that takes longer than the "
                      "addition: *seconds is to be the time of the kernel alone. Do it before the "
                      "clock is read for the first time, or after the last.",
                      out->line,
                      is_copy                                    ? "copies"
                      : is_fill                                  ? "fills"
                      : gs_has_text(operation, "do", "allocate") ? "allocates"
                                                                 : "frees");
    }
    return false;
}

/* Two events have a kernel's time where it is launched between them, and the second one comes after
 * it: in its stream, or in one that waits for it. */
static bool audit_order_of_events(const json_t *operations, const json_t *elapsed,
                                  struct gs_saying *out)
{
    const size_t start = place_of_record(operations, elapsed, "start");
    const size_t stop = place_of_record(operations, elapsed, "event");
    const json_t *last = json_array_get(operations, stop);
    size_t launches = 0, in_stream = 0;
    for (size_t i = start; i < stop; i++) {
        const json_t *operation = json_array_get(operations, i);
        const bool is_launch = gs_has_text(operation, "do", "launch");
        launches += is_launch;
        in_stream +=
            is_launch && gs_get_number(operation, "stream") == gs_get_number(last, "stream");
    }
    if (last == NULL || start == json_array_size(operations))
        return false;
    out->line = gs_line_of(last);
    if (launches == 0)
        return gs_say(out, "clock-stopped-early",
                      "No kernel is launched between the two events: the first is to be recorded "
                      "before the launch, the second after it.");
    if (in_stream > 0 || !is_pending(last))
        return say_beside(operations, start + 1, stop, out);
    return gs_say(out, "other-stream",
                  "The events are recorded in another stream than the kernel runs in, and do not "
                  "wait for it. Record both in the stream of the launch.");
}

/* Its numbers may be about right, where the host waits in a loop; nothing promises that. */
static bool say_cpu_clock(const struct timing *timing, struct gs_saying *out)
{
    if (timing->cpu_clock == NULL || timing->first_clock != NULL || timing->elapsed != NULL)
        return false;
    out->line = gs_line_of(timing->cpu_clock);
    return gs_say(out, "cpu-clock",
                  "clock() counts the time for which the processor works for your program, and not "
                  "the time that passes: while the host waits for the device, it may stand still. "
                  "Use now_s(), or another clock of the time that passes.");
}

/* Timed by events, the device's own clock. */
static bool audit_events(const json_t *operations, const struct timing *timing,
                         struct gs_saying *out)
{
    if (timing->elapsed == NULL && timing->seconds_clock != NULL) {
        out->line = gs_line_of(timing->seconds_clock);
        return gs_say(out, "coarse-clock",
                      "time() counts whole seconds, and the kernel takes far less than one. Use "
                      "now_s(), or another clock with small steps.");
    }
    if (say_cpu_clock(timing, out))
        return true;
    if (timing->elapsed == NULL)
        return gs_say(out, "clock-unread",
                      "*seconds has a number, but your function never asked now_s() for the time, "
                      "nor another clock: do so before the launch, and again after the wait.");
    if (!is_pending(timing->elapsed))
        return audit_order_of_events(operations, timing->elapsed, out);
    out->line = gs_line_of(timing->elapsed);
    return gs_say(out, "timing-without-sync",
                  "You asked for the time between two events, and the device may not have come to "
                  "the second: the host has not waited for it.");
}

static bool timed_add_audit(const struct gs_shape *shape, const json_t *report,
                            struct gs_saying *out)
{
    const json_t *operations = gs_inspected_operations(report);
    const struct timing timing = timing_of(operations);
    if (shape->n == 0 || timing.last_launch_at == 0)
        return false;
    const int launch_line = gs_line_of(json_array_get(operations, timing.last_launch_at - 1));
    if (timing.first_clock == NULL)
        return audit_events(operations, &timing, out);
    out->line = gs_line_of(timing.last_clock);
    if (timing.last_clock_at < timing.last_launch_at)
        return gs_say(out, "clock-stopped-early",
                      "The clock was read for the last time before the launch in line %d, so the "
                      "kernel is not in the time.",
                      launch_line);
    if (is_pending(timing.last_clock))
        return gs_say(
            out, "timing-without-sync",
            "You timed the launch, not the work: the device may still be at the kernel of line %d "
            "when the clock is read here.",
            launch_line);
    out->line = gs_line_of(timing.first_clock);
    if (timing.first_clock_at > timing.last_launch_at)
        return gs_say(out, "clock-started-late",
                      "The clock was read for the first time after the launch in line %d, and the "
                      "kernel may be half done by then.",
                      launch_line);
    return say_beside(operations, timing.first_clock_at, timing.last_clock_at - 1, out);
}

/* ---- how often the addition was done in a time ----------------------------------------------- */

/* A moment that the host noted, and what the device had done before it. */
struct moment {
    double begun_s, ended_s;
    double moved, launches;
};

/* What clocks and events showed. */
struct shown {
    double whole_s; /* the longest of the times, */
    double once_s;  /* the longest time of one addition, by any of them, */
    double least_s; /* and the shortest; 0: there is none */
};

static double additions_between(const struct gs_shape *shape, const struct moment *from,
                                const struct moment *to)
{
    const double one = 3.0 * sizeof(float) * (double)shape->n, moved = to->moved - from->moved;
    return fmax(fmin(to->launches - from->launches, moved / one), moved / (MOST_MOVED * one));
}

static void note_time(struct shown *shown, double seconds, double additions)
{
    if (additions <= 0)
        return;
    const double once_s = seconds / fmax(additions, 1);
    shown->once_s = fmax(shown->once_s, once_s);
    shown->least_s = shown->least_s > 0 ? fmin(shown->least_s, once_s) : once_s;
    shown->whole_s = fmax(shown->whole_s, seconds);
}

/* Between any two readings of a clock. */
static void note_clocks(struct shown *shown, const struct gs_shape *shape, const json_t *operations,
                        const struct moment *moments)
{
    const size_t count = json_array_size(operations);
    for (size_t i = 0; i < count; i++) {
        if (!gs_has_text(json_array_get(operations, i), "do", "clock"))
            continue;
        for (size_t j = i + 1; j < count; j++) {
            if (moments[j].ended_s > 0)
                note_time(shown, moments[j].ended_s - moments[i].begun_s,
                          additions_between(shape, &moments[i], &moments[j]));
        }
    }
}

/* Each time between two events, and all together, of an addition in pieces say. */
static void note_events(struct shown *shown, const struct gs_shape *shape, const json_t *operations,
                        const struct moment *moments)
{
    const size_t count = json_array_size(operations);
    double all_s = 0, all_additions = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *elapsed = json_array_get(operations, i);
        if (!gs_has_text(elapsed, "do", "elapsed"))
            continue;
        const size_t start = place_of_record(operations, elapsed, "start");
        const size_t stop = place_of_record(operations, elapsed, "event");
        if (start >= stop || stop == count)
            continue;
        const double seconds = 1e-9 * (double)(gs_get_number(elapsed, "ended_ns") -
                                               gs_get_number(elapsed, "begun_ns"));
        const double additions = additions_between(shape, &moments[start], &moments[stop]);
        note_time(shown, seconds, additions);
        all_s += seconds;
        all_additions += additions;
    }
    note_time(shown, all_s, all_additions);
}

static struct shown shown_by(const struct gs_shape *shape, const json_t *report)
{
    const json_t *operations = gs_inspected_operations(report);
    const size_t count = json_array_size(operations);
    struct moment *moments = calloc(count + 1, sizeof *moments);
    struct shown shown = {0};
    double launches = 0;
    for (size_t i = 0; moments != NULL && i < count; i++) {
        const json_t *operation = json_array_get(operations, i);
        launches += gs_has_text(operation, "do", "launch");
        moments[i] = (struct moment){.moved = (double)gs_get_number(operation, "moved"),
                                     .launches = launches};
        if (gs_has_text(operation, "do", "clock")) {
            moments[i].begun_s = 1e-9 * (double)gs_get_number(operation, "begun_ns");
            moments[i].ended_s = 1e-9 * (double)gs_get_number(operation, "ended_ns");
        }
    }
    if (moments != NULL) {
        note_clocks(&shown, shape, operations, moments);
        note_events(&shown, shape, operations, moments);
    }
    free(moments);
    return shown;
}

static void timed_add_bound_time(const struct gs_shape *shape, const json_t *report,
                                 double *least_s, double *most_s)
{
    const struct shown shown = shown_by(shape, report);
    *least_s = LEAST_PART * shown.least_s;
    *most_s = MOST_TIMES * shown.once_s;
}

/* Longer than what clocks and events showed, or far shorter. */
static bool say_shown(const struct gs_wrong *wrong, double got, struct gs_saying *out)
{
    const struct shown shown = shown_by(wrong->shape, wrong->report);
    if (got > 0 && got < LEAST_PART * shown.least_s)
        return gs_say(out, "wrong-value",
                      "*seconds is far shorter than any time that your function measured. Is what "
                      "the clock or the events showed divided by too much?");
    if (shown.once_s <= 0 || got <= MOST_TIMES * shown.once_s || got > MOST_TIMES * shown.whole_s)
        return false;
    return gs_say(out, "timed-several",
                  "*seconds is the time of more than one addition: in the time that you measure, "
                  "the arrays are added more than once. Divide by how often, or keep the shortest "
                  "time of them.");
}

static bool timed_add_explain(const struct gs_wrong *wrong, struct gs_saying *out)
{
    if (wrong->parameter != SECONDS)
        return false;
    const double got = *(const double *)wrong->got;
    if (wrong->untouched > 0)
        return gs_say(out, "never-written",
                      "*seconds was never written: timed_add() says how long it took by writing to "
                      "the number that `seconds` points to.");
    /* Without the number, which is another one each time: the same file is told the same. */
    if (got < 0 && got >= -MOST_SECONDS)
        return gs_say(out, "wrong-value",
                      "*seconds is negative, and no time is: it is stop minus start.");
    const struct timing timing = timing_of(gs_inspected_operations(wrong->report));
    if (got >= 0 && timing.first_clock == NULL && timing.elapsed == NULL &&
        timed_add_audit(wrong->shape, wrong->report, out))
        return true;
    out->line = 0;
    if (got == 0 || (gs_is_whole_time(got) && got <= MOST_SECONDS && timing.elapsed == NULL))
        return gs_say(out, "wrong-value",
                      "*seconds is a whole number of seconds, and no device takes 0, or just that. "
                      "Is each time kept in a double? A float or an int drops the digits that "
                      "count.");
    if (say_shown(wrong, got, out))
        return true;
    const bool too_long = got >= (wrong->shape->n >= MANY ? LEAST_SECONDS : 0);
    if (too_long && timing.elapsed != NULL)
        return gs_say(out, "wrong-value",
                      "*seconds is longer than the time that your function measured. Is it in "
                      "seconds? cudaEventElapsedTime() counts milliseconds.");
    if (too_long)
        return gs_say(out, "wrong-value",
                      "*seconds is longer than the time that your function measured. Is what the "
                      "clock showed before the launch taken off, and is the difference in "
                      "seconds?");
    if (isnan(got) || got < 0)
        return false;
    return gs_say(out, "wrong-value",
                  "*seconds is nearly 0, and no device adds %zu numbers in that time. Is "
                  "each time kept in a double? A float or an int drops the digits that count.",
                  wrong->shape->n);
}

/* A kernel that is to write the time itself. */
static bool timed_add_say_finding(const struct gs_shape *shape, const json_t *report,
                                  const json_t *finding, struct gs_saying *out)
{
    (void)shape;
    (void)report;
    return gs_finding_is(finding, "host-pointer") &&
           gs_has_text(json_object_get(finding, "first"), "by", "thread") &&
           gs_say(out, "host-pointer",
                  "*seconds is a number on the host, where no thread can write. A kernel cannot "
                  "time itself as a whole: let the host read the clock before the launch, and "
                  "again when the device is done.");
}

const struct gs_exercise gs_exercise_timed_add = {
    .name = "timed_add",
    .title = "Time the work, not the launch",
    .entry = "timed_add",
    .parameters = timed_add_parameters,
    .shapes = gs_shapes_around_256,
    .n_name = "n",
    .hints =
        {"The clock has to be read when the device is done. What can stand between the launch and "
         "that line, so that the host waits for it?",
         "A launch does not wait, and neither does a clock. CUDA has a function that returns when "
         "the device has done all that it was given.",
         "cudaDeviceSynchronize() waits. Call it behind the launch, before stop_s is read."},
    .count = timed_add_count,
    .fill = timed_add_fill,
    .solve = timed_add_solve,
    .tolerance = 1e-6,
    .explain = timed_add_explain,
    .audit = timed_add_audit,
    .say_finding = timed_add_say_finding,
    .budget = timed_add_budget,
    .bound_time = timed_add_bound_time,
};
