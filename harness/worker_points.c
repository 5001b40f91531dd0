#include "worker_points.h"

#include "arrays.h"
#include "limit_of_point.h"
#include "clock.h"
#include "journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct work {
    const struct gs_assignment *order;
    const struct gs_reporter *reporter;
    struct gs_device *device;
    struct gs_bench bench;
    struct gs_results results; /* of the pass that is going on */
    bool stop;                 /* the supervisor said so, or listens no more */
};

/* ---- telling --------------------------------------------------------------------------------- */

static void tell_failed(struct work *work, const struct gs_error *error)
{
    struct gs_message message = {.news = GS_NEWS_FAILED, .bytes = strlen(error->text)};
    gs_reporter_tell(work->reporter, &message, error->text, false);
    work->stop = true;
}

static void tell_begun(struct work *work, size_t point, bool pinned, bool preparing)
{
    struct gs_message message = {
        .news = GS_NEWS_BEGUN, .point = point, .pinned = pinned, .preparing = preparing};
    if (!gs_reporter_tell(work->reporter, &message, NULL, false))
        work->stop = true;
}

/* The records of a pass, which are then no more kept here. */
static void tell_finished(struct work *work, size_t point, bool pinned, bool right)
{
    struct gs_journal_entry entry = {.point = point, .pinned = pinned, .right = right};
    char *line = gs_journal_line(&entry, &work->results);
    if (line == NULL) {
        tell_failed(work, &(struct gs_error){"out of memory for records"});
        return;
    }
    struct gs_message message = {.news = GS_NEWS_FINISHED,
                                 .point = point,
                                 .pinned = pinned,
                                 .right = right,
                                 .lost = work->bench.device_lost,
                                 .sampled_s = work->bench.sampled_s,
                                 .bytes = strlen(line)};
    if (!gs_reporter_tell(work->reporter, &message, line, true) || message.lost)
        work->stop = true;
    free(line);
    gs_results_release(&work->results);
    work->bench.sampled_s = 0;
    struct gs_fate *fate = &work->order->fates[point];
    *(pinned ? &fate->pinned_done : &fate->done) = true;
    fate->right = right;
}

/* ---- the machine ----------------------------------------------------------------------------- */

static size_t largest_bytes(const struct gs_plan *plan)
{
    size_t largest = 0;
    for (size_t i = 0; i < plan->count; i++) {
        size_t bytes = gs_point_bytes(&plan->points[i]);
        largest = bytes > largest ? bytes : largest;
    }
    return largest;
}

static enum gs_status measure_device(struct work *work, struct gs_device_limits *limits,
                                     struct gs_error *error)
{
    size_t copies[GS_COPY_LIMITS];
    size_t count = gs_bound_copy_sizes(work->order->plan, copies);
    return gs_device_measure_limits(work->device, copies, count, limits, error);
}

/*
 * Says what the device is, and waits for the word to go on: so that a folder that cannot be written
 * costs no measurement. With that word comes what has become of the points so far: only in the
 * folder that bears the device's name is an unfinished run found.
 */
static bool open_device(struct work *work, struct gs_error *error)
{
    const struct gs_assignment *order = work->order;
    bool wanted = order->kernels && order->no_device == NULL;
    if (wanted && gs_device_open(&work->device, error) != GS_OK) {
        tell_failed(work, error);
        return false;
    }
    struct gs_message message = {.news = GS_NEWS_OPENED,
                                 .bytes = wanted ? sizeof(struct gs_device_facts) : 0};
    const void *facts = wanted ? gs_device_facts(work->device) : NULL;
    return gs_reporter_tell(work->reporter, &message, facts, true) &&
           gs_reporter_receive(work->reporter, order->fates,
                               order->plan->count * sizeof *order->fates);
}

static bool measure_limits(struct work *work, struct gs_machine_limits *limits,
                           struct gs_error *error)
{
    const struct gs_assignment *order = work->order;
    if (order->measured || order->verify_only) {
        *limits = order->limits;
    } else {
        double start = gs_clock_s();
        limits->cpu = gs_cpu_measure_limits(largest_bytes(order->plan));
        if (work->device != NULL && measure_device(work, &limits->device, error) != GS_OK) {
            tell_failed(work, error);
            return false;
        }
        work->bench.sampled_s = gs_clock_s() - start;
    }
    struct gs_message message = {
        .news = GS_NEWS_LIMITS, .sampled_s = work->bench.sampled_s, .bytes = sizeof *limits};
    work->bench.sampled_s = 0;
    return gs_reporter_tell(work->reporter, &message, limits, true);
}

/* ---- a group of points ----------------------------------------------------------------------- */

struct group {
    size_t begin, end; /* points of the plan */
    struct gs_arrays arrays;
};

size_t gs_group_end(const struct gs_plan *plan, size_t begin)
{
    const struct gs_point *first = &plan->points[begin];
    size_t end = begin + 1;
    while (end < plan->count && plan->points[end].workload == first->workload &&
           plan->points[end].dtype == first->dtype && plan->points[end].n == first->n)
        end++;
    return end;
}

static const struct gs_point *point_at(const struct work *work, size_t i)
{
    return &work->order->plan->points[i];
}

static bool is_kernel(const struct gs_point *point)
{
    return point->variant->place == GS_DEVICE;
}

static bool to_run(const struct work *work, size_t i)
{
    return work->order->mine[i] && !work->order->fates[i].done;
}

static bool to_run_pinned(const struct work *work, size_t i)
{
    const struct gs_fate *fate = &work->order->fates[i];
    return work->order->mine[i] && fate->done && fate->right && !fate->pinned_done &&
           gs_point_is_pinned(&work->bench, point_at(work, i));
}

static bool crosses_the_bus(enum gs_role role)
{
    return role == GS_INPUT || role == GS_OUTPUT || role == GS_UPDATED;
}

static enum gs_status pin_arrays(struct work *work, struct gs_arrays *arrays,
                                 struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        if (crosses_the_bus(arrays->workload->arrays[i].role))
            status =
                gs_device_pin(work->device, arrays->host[i].data, arrays->host[i].bytes, error);
    }
    return status;
}

static void unpin_arrays(struct work *work, struct gs_arrays *arrays)
{
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        if (crosses_the_bus(arrays->workload->arrays[i].role))
            gs_device_unpin(work->device, arrays->host[i].data);
    }
}

/* The second pass over a group: what is timed with page-locked arrays. */
static enum gs_status run_pinned(struct work *work, struct group *group, struct gs_error *error)
{
    bool wanted = false;
    for (size_t i = group->begin; i < group->end; i++)
        wanted |= to_run_pinned(work, i);
    if (!wanted || work->stop)
        return GS_OK;
    struct gs_error why = {0};
    enum gs_status status = GS_OK;
    tell_begun(work, group->begin, true, true);
    bool pinned = pin_arrays(work, &group->arrays, &why) == GS_OK;
    for (size_t i = group->begin; status == GS_OK && i < group->end && !work->stop; i++) {
        if (!to_run_pinned(work, i))
            continue;
        tell_begun(work, i, true, false);
        status =
            pinned
                ? gs_point_run_pinned(&work->bench, &group->arrays, point_at(work, i), error)
                : gs_point_skip(&work->bench, point_at(work, i), GS_HOST_PINNED, why.text, error);
        if (status == GS_OK)
            tell_finished(work, i, true, true);
    }
    unpin_arrays(work, &group->arrays);
    return status;
}

static enum gs_status run_points(struct work *work, struct group *group, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = group->begin; status == GS_OK && i < group->end && !work->stop; i++) {
        bool right = false;
        if (!to_run(work, i))
            continue;
        tell_begun(work, i, false, false);
        status = gs_point_run(&work->bench, &group->arrays, point_at(work, i), &right, error);
        if (status == GS_OK)
            tell_finished(work, i, false, right);
    }
    return status;
}

static enum gs_status skip(struct work *work, size_t i, const char *why, struct gs_error *error)
{
    const struct gs_point *point = point_at(work, i);
    enum gs_status status =
        gs_point_skip(&work->bench, point, gs_point_residency(point), why, error);
    if (status == GS_OK)
        tell_finished(work, i, false, false);
    return status;
}

/* Why the point is not to be run, or NULL; room is there to say it in. */
static const char *reason_to_skip(const struct work *work, const struct gs_point *point,
                                  char room[256])
{
    const struct gs_assignment *order = work->order;
    if (is_kernel(point) && order->no_device != NULL)
        return order->no_device;
    for (size_t i = 0; i < order->barred_count; i++) {
        if (order->barred[i].variant == point->variant)
            return order->barred[i].why;
    }
    return gs_point_can_run(&work->bench, point, room) ? NULL : room;
}

/* Skips what cannot run here; *left is how many points are left to do something for, *kernels how
 * many of them are kernels. */
static enum gs_status skip_unfit(struct work *work, const struct group *group, size_t *left,
                                 size_t *kernels, struct gs_error *error)
{
    char room[256];
    enum gs_status status = GS_OK;
    *left = *kernels = 0;
    for (size_t i = group->begin; status == GS_OK && i < group->end && !work->stop; i++) {
        const struct gs_point *point = point_at(work, i);
        const char *why = to_run(work, i) ? reason_to_skip(work, point, room) : NULL;
        if (why != NULL)
            status = skip(work, i, why, error);
        bool wanted = to_run(work, i) || to_run_pinned(work, i);
        *left += wanted;
        *kernels += wanted && is_kernel(point);
    }
    return status;
}

/* Memory may run out all the same, under a limit that the system does not tell of. */
static enum gs_status skip_rest(struct work *work, const struct group *group, const char *why,
                                struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = group->begin; status == GS_OK && i < group->end && !work->stop; i++) {
        if (to_run(work, i))
            status = skip(work, i, why, error);
    }
    return status;
}

static enum gs_status run_group(struct work *work, size_t begin, size_t end, struct gs_error *error)
{
    struct group group = {.begin = begin, .end = end};
    size_t left, kernels;
    enum gs_status status = skip_unfit(work, &group, &left, &kernels, error);
    if (status != GS_OK || left == 0 || work->stop)
        return status;
    tell_begun(work, begin, false, true);
    struct gs_device *device = kernels > 0 ? work->device : NULL;
    struct gs_error why = {0};
    if (gs_arrays_make(&group.arrays, point_at(work, begin), work->order->seed, device, &why) ==
        GS_OK) {
        status = run_points(work, &group, error);
        if (status == GS_OK)
            status = run_pinned(work, &group, error);
    } else {
        status = skip_rest(work, &group, why.text, error);
    }
    gs_arrays_release(&group.arrays, device);
    return status;
}

/* ---- all groups ------------------------------------------------------------------------------ */

static enum gs_status run_plan(struct work *work, struct gs_error *error)
{
    const struct gs_plan *plan = work->order->plan;
    enum gs_status status = GS_OK;
    for (size_t begin = 0, end; status == GS_OK && begin < plan->count && !work->stop;
         begin = end) {
        end = gs_group_end(plan, begin);
        status = run_group(work, begin, end, error);
    }
    return status;
}

void gs_work_run(void *context, const struct gs_reporter *reporter)
{
    struct work work = {.order = context, .reporter = reporter};
    struct gs_error error = {0};
    struct gs_machine_limits limits = {0};
    if (open_device(&work, &error) && measure_limits(&work, &limits, &error)) {
        const struct gs_device_facts *facts = work.order->opened ? &work.order->facts : NULL;
        work.bench =
            (struct gs_bench){.device = work.device,
                              .facts = work.device != NULL ? gs_device_facts(work.device) : facts,
                              .limits = limits.device,
                              .cpu = limits.cpu,
                              .verify_only = work.order->verify_only,
                              .per_call = work.order->per_call,
                              .results = &work.results};
        if (run_plan(&work, &error) != GS_OK)
            tell_failed(&work, &error);
        if (!work.stop)
            gs_reporter_tell(reporter, &(struct gs_message){.news = GS_NEWS_DONE}, NULL, false);
    }
    gs_results_release(&work.results);
    if (work.device != NULL)
        gs_device_close(work.device);
}
