#include "worker_points.h"

#include "arrays.h"
#include "clock.h"
#include "limit_of_point.h"
#include "make_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct worker {
    const struct gs_assignment *assignment;
    const struct gs_supervisor *supervisor;
    struct gs_device *device;
    struct gs_bench bench;
    struct gs_results results; /* of the pass that is going on */
    bool stop;                 /* the supervisor said so, or listens no more */
};

bool gs_point_state_finish(struct gs_point_state *states, const struct gs_journal_entry *entry)
{
    struct gs_point_state *state = &states[entry->point];
    bool *done = entry->pinned ? &state->pinned_done : &state->done;
    bool is_new = !*done;
    *done = true;
    state->right = entry->right;
    if (entry->process == 1)
        *(entry->pinned ? &state->pinned_timed : &state->timed) = entry->timed;
    return is_new;
}

/* ---- telling --------------------------------------------------------------------------------- */

static void tell_failed(struct worker *worker, const struct gs_error *error)
{
    struct gs_message message = {.kind = GS_MESSAGE_FAILED, .bytes = strlen(error->text)};
    gs_supervisor_tell(worker->supervisor, &message, error->text, false);
    worker->stop = true;
}

static void tell_begun(struct worker *worker, size_t point, bool pinned, bool preparing)
{
    struct gs_message message = {
        .kind = GS_MESSAGE_BEGUN, .point = point, .pinned = pinned, .preparing = preparing};
    if (!gs_supervisor_tell(worker->supervisor, &message, NULL, false))
        worker->stop = true;
}

/* The records of a pass, which are then no more kept here. */
static void tell_finished(struct worker *worker, size_t point, bool pinned, bool right)
{
    struct gs_journal_entry entry = {
        .process = worker->assignment->process, .point = point, .pinned = pinned, .right = right};
    char *line = gs_journal_line(&entry, &worker->results);
    if (line == NULL) {
        tell_failed(worker, &(struct gs_error){"out of memory for records"});
        return;
    }
    struct gs_message message = {.kind = GS_MESSAGE_FINISHED,
                                 .point = point,
                                 .pinned = pinned,
                                 .right = right,
                                 .lost = worker->bench.device_lost,
                                 .sampled_s = worker->bench.sampled_s,
                                 .bytes = strlen(line)};
    if (!gs_supervisor_tell(worker->supervisor, &message, line, true) || message.lost)
        worker->stop = true;
    free(line);
    gs_results_release(&worker->results);
    worker->bench.sampled_s = 0;
    gs_point_state_finish(worker->assignment->point_states, &entry);
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

static unsigned most_devices(const struct gs_plan *plan)
{
    unsigned most = 1;
    for (size_t i = 0; i < plan->count; i++) {
        unsigned devices = plan->points[i].variant->devices;
        most = devices > most ? devices : most;
    }
    return most;
}

static enum gs_status measure_device(struct worker *worker, struct gs_device_limits *limits,
                                     struct gs_error *error)
{
    size_t copies[GS_COPY_LIMITS];
    size_t count = gs_limit_copy_sizes(worker->assignment->plan, copies);
    return gs_device_measure_limits(worker->device, copies, count, limits, error);
}

/*
 * Says what the device is, and waits for the word to go on: so that a folder that cannot be written
 * costs no measurement. With that word comes what has become of the points so far: only in the
 * folder that bears the device's name is an unfinished run found.
 */
static bool open_device(struct worker *worker, struct gs_error *error)
{
    const struct gs_assignment *assignment = worker->assignment;
    bool wanted = assignment->kernels && assignment->no_device == NULL;
    if (wanted && gs_device_open(most_devices(assignment->plan), &worker->device, error) != GS_OK) {
        tell_failed(worker, error);
        return false;
    }
    struct gs_message message = {.kind = GS_MESSAGE_OPENED,
                                 .bytes = wanted ? sizeof(struct gs_device_facts) : 0};
    const void *facts = wanted ? gs_device_facts(worker->device) : NULL;
    return gs_supervisor_tell(worker->supervisor, &message, facts, true) &&
           gs_supervisor_receive(worker->supervisor, assignment->point_states,
                                 assignment->plan->count * sizeof *assignment->point_states);
}

static bool measure_limits(struct worker *worker, struct gs_machine_limits *limits,
                           struct gs_error *error)
{
    const struct gs_assignment *assignment = worker->assignment;
    if (assignment->measured || assignment->verify_only || assignment->no_limits) {
        *limits = assignment->limits;
    } else {
        double start = gs_clock_s();
        limits->cpu = gs_cpu_measure_limits(largest_bytes(assignment->plan));
        if (worker->device != NULL && measure_device(worker, &limits->device, error) != GS_OK) {
            tell_failed(worker, error);
            return false;
        }
        worker->bench.sampled_s = gs_clock_s() - start;
    }
    struct gs_message message = {
        .kind = GS_MESSAGE_LIMITS, .sampled_s = worker->bench.sampled_s, .bytes = sizeof *limits};
    worker->bench.sampled_s = 0;
    return gs_supervisor_tell(worker->supervisor, &message, limits, true);
}

/* ---- a group of points ----------------------------------------------------------------------- */

struct group {
    size_t begin, end; /* points of the plan */
    struct gs_arrays arrays;
};

static const struct gs_point *point_at(const struct worker *worker, size_t i)
{
    return &worker->assignment->plan->points[i];
}

static bool is_kernel(const struct gs_point *point)
{
    return point->variant->place == GS_DEVICE;
}

static bool to_run(const struct worker *worker, size_t i)
{
    return worker->assignment->mine[i] && !worker->assignment->point_states[i].done;
}

static bool to_run_pinned(const struct worker *worker, size_t i)
{
    const struct gs_point_state *state = &worker->assignment->point_states[i];
    return worker->assignment->mine[i] && state->done && state->right && !state->pinned_done &&
           gs_point_is_pinned(&worker->bench, point_at(worker, i));
}

static bool crosses_the_bus(enum gs_role role)
{
    return role == GS_INPUT || role == GS_OUTPUT || role == GS_UPDATED;
}

static enum gs_status pin_arrays(struct worker *worker, struct gs_arrays *arrays,
                                 struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        if (crosses_the_bus(arrays->workload->arrays[i].role))
            status =
                gs_device_pin(worker->device, arrays->host[i].data, arrays->host[i].bytes, error);
    }
    return status;
}

static void unpin_arrays(struct worker *worker, struct gs_arrays *arrays)
{
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        if (crosses_the_bus(arrays->workload->arrays[i].role))
            gs_device_unpin(worker->device, arrays->host[i].data);
    }
}

/* The second pass over a group: what is timed with page-locked arrays. */
static enum gs_status run_pinned(struct worker *worker, struct group *group, struct gs_error *error)
{
    bool wanted = false;
    for (size_t i = group->begin; i < group->end; i++)
        wanted |= to_run_pinned(worker, i);
    if (!wanted || worker->stop)
        return GS_OK;
    struct gs_error why = {0};
    enum gs_status status = GS_OK;
    tell_begun(worker, group->begin, true, true);
    bool pinned = pin_arrays(worker, &group->arrays, &why) == GS_OK;
    for (size_t i = group->begin; status == GS_OK && i < group->end && !worker->stop; i++) {
        if (!to_run_pinned(worker, i))
            continue;
        tell_begun(worker, i, true, false);
        status = pinned ? gs_point_measure_pinned(&worker->bench, &group->arrays,
                                                  point_at(worker, i), error)
                        : gs_point_record_skipped(&worker->bench, point_at(worker, i),
                                                  GS_RESIDENCY_PINNED, why.text, error);
        if (status == GS_OK)
            tell_finished(worker, i, true, true);
    }
    unpin_arrays(worker, &group->arrays);
    return status;
}

static enum gs_status run_points(struct worker *worker, struct group *group, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = group->begin; status == GS_OK && i < group->end && !worker->stop; i++) {
        bool right = false;
        if (!to_run(worker, i))
            continue;
        tell_begun(worker, i, false, false);
        status =
            gs_point_measure(&worker->bench, &group->arrays, point_at(worker, i), &right, error);
        if (status == GS_OK)
            tell_finished(worker, i, false, right);
    }
    return status;
}

static enum gs_status skip(struct worker *worker, size_t i, const char *why, struct gs_error *error)
{
    const struct gs_point *point = point_at(worker, i);
    enum gs_status status =
        gs_point_record_skipped(&worker->bench, point, gs_point_residency(point), why, error);
    if (status == GS_OK)
        tell_finished(worker, i, false, false);
    return status;
}

/* Why the point is not to be run, or NULL; room is there to say it in. */
static const char *reason_to_skip(const struct worker *worker, const struct gs_point *point,
                                  char room[256])
{
    const struct gs_assignment *assignment = worker->assignment;
    if (is_kernel(point) && assignment->no_device != NULL)
        return assignment->no_device;
    for (size_t i = 0; i < assignment->excluded_count; i++) {
        if (assignment->excluded[i].variant == point->variant)
            return assignment->excluded[i].why;
    }
    return gs_point_can_run(&worker->bench, point, room) ? NULL : room;
}

/* Skips what cannot run here; *left is how many points are left to do something for, *kernels how
 * many of them are kernels. */
static enum gs_status skip_unfit(struct worker *worker, const struct group *group, size_t *left,
                                 size_t *kernels, struct gs_error *error)
{
    char room[256];
    enum gs_status status = GS_OK;
    *left = *kernels = 0;
    for (size_t i = group->begin; status == GS_OK && i < group->end && !worker->stop; i++) {
        const struct gs_point *point = point_at(worker, i);
        const char *why = to_run(worker, i) ? reason_to_skip(worker, point, room) : NULL;
        if (why != NULL)
            status = skip(worker, i, why, error);
        bool wanted = to_run(worker, i) || to_run_pinned(worker, i);
        *left += wanted;
        *kernels += wanted && is_kernel(point);
    }
    return status;
}

/* Memory may run out all the same, under a limit that the system does not tell of. */
static enum gs_status skip_rest(struct worker *worker, const struct group *group, const char *why,
                                struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = group->begin; status == GS_OK && i < group->end && !worker->stop; i++) {
        if (to_run(worker, i))
            status = skip(worker, i, why, error);
    }
    return status;
}

static enum gs_status run_group(struct worker *worker, size_t begin, size_t end,
                                struct gs_error *error)
{
    struct group group = {.begin = begin, .end = end};
    size_t left, kernels;
    enum gs_status status = skip_unfit(worker, &group, &left, &kernels, error);
    if (status != GS_OK || left == 0 || worker->stop)
        return status;
    tell_begun(worker, begin, false, true);
    struct gs_device *device = kernels > 0 ? worker->device : NULL;
    struct gs_error why = {0};
    if (gs_arrays_make(&group.arrays, point_at(worker, begin), worker->assignment->seed, device,
                       &why) == GS_OK) {
        status = run_points(worker, &group, error);
        if (status == GS_OK)
            status = run_pinned(worker, &group, error);
    } else {
        status = skip_rest(worker, &group, why.text, error);
    }
    gs_arrays_release(&group.arrays, device);
    return status;
}

/* ---- all groups ------------------------------------------------------------------------------ */

static enum gs_status run_plan(struct worker *worker, struct gs_error *error)
{
    const struct gs_plan *plan = worker->assignment->plan;
    enum gs_status status = GS_OK;
    for (size_t begin = 0, end; status == GS_OK && begin < plan->count && !worker->stop;
         begin = end) {
        end = gs_plan_group_end(plan, begin);
        status = run_group(worker, begin, end, error);
    }
    return status;
}

void gs_worker_run_points(void *context, const struct gs_supervisor *supervisor)
{
    struct worker worker = {.assignment = context, .supervisor = supervisor};
    struct gs_error error = {0};
    struct gs_machine_limits limits = {0};
    if (open_device(&worker, &error) && measure_limits(&worker, &limits, &error)) {
        const struct gs_device_facts *facts =
            worker.assignment->opened ? &worker.assignment->facts : NULL;
        worker.bench = (struct gs_bench){
            .device = worker.device,
            .facts = worker.device != NULL ? gs_device_facts(worker.device) : facts,
            .limits = limits.device,
            .cpu = limits.cpu,
            .verify_only = worker.assignment->verify_only,
            .per_call = worker.assignment->per_call,
            .processes = worker.assignment->processes,
            .results = &worker.results};
        if (run_plan(&worker, &error) != GS_OK)
            tell_failed(&worker, &error);
        if (!worker.stop)
            gs_supervisor_tell(supervisor, &(struct gs_message){.kind = GS_MESSAGE_DONE}, NULL,
                               false);
    }
    gs_results_release(&worker.results);
    if (worker.device != NULL)
        gs_device_close(worker.device);
}
