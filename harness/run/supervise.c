#include "supervise.h"

#include "clock.h"
#include "make_record.h"
#include "measure_point.h"
#include "process.h"
#include "worker_process.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a worker is at; it is to blame for what becomes of the worker. */
struct current {
    size_t point;
    bool pinned;
    bool preparing; /* the arrays of the point's group */
    bool known;     /* it has begun anything at all */
};

/* ---- Ctrl-C ---------------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* The first Ctrl-C ends the run after its point; the second one, by default action, at once, and
 * the worker with it. */
static void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND};
    sigaction(SIGINT, &action, NULL);
}

/* ---- points ---------------------------------------------------------------------------------- */

/* One pass over a point is finished: on the disk before anything else happens. */
static enum gs_status finish(struct gs_run_state *run, const char *line, struct gs_error *error)
{
    struct gs_journal_entry entry;
    enum gs_status status = gs_journal_append(&run->journal, line, error);
    if (status == GS_OK)
        status = gs_journal_parse(line, &entry, &run->results, error);
    if (status != GS_OK)
        return status;
    gs_point_state_finish(run->assignment.point_states, &entry);
    return GS_OK;
}

/* A pass that ended its worker, or that there is no worker for. */
static enum gs_status finish_without(struct gs_run_state *run, const struct current *current,
                                     enum gs_verdict verdict, const char *why,
                                     struct gs_error *error)
{
    const struct gs_point *point = &run->plan.points[current->point];
    struct gs_results results = {0};
    struct gs_bench bench = {.facts = run->assignment.opened ? &run->assignment.facts : NULL,
                             .limits = run->assignment.limits.device,
                             .cpu = run->assignment.limits.cpu,
                             .verify_only = run->options->verify_only,
                             .results = &results};
    enum gs_residency residency = current->pinned ? GS_RESIDENCY_PINNED : gs_point_residency(point);
    enum gs_status status = gs_point_record_ended(&bench, point, residency, verdict, why, error);
    if (status != GS_OK)
        return status;
    struct gs_journal_entry entry = {
        .process = run->assignment.process, .point = current->point, .pinned = current->pinned};
    char *line = gs_journal_line(&entry, &results);
    status = line == NULL ? gs_out_of_memory(error) : finish(run, line, error);
    free(line);
    gs_results_release(&results);
    return status;
}

/* ---- workers that end before their time ------------------------------------------------------ */

enum { MOST_FAILURES = 3 };

/* A variant that hung, or that ended its worker several times, is not run any more. */
static void count_failures(struct gs_run_state *run, const struct gs_variant *variant,
                           unsigned failures)
{
    size_t i = 0;
    while (i < run->failing_count && run->failures[i].variant != variant)
        i++;
    if (i == GS_MOST_EXCLUDED)
        return;
    if (i == run->failing_count)
        run->failures[run->failing_count++] = (struct gs_worker_failures){variant, 0};
    run->failures[i].count += failures;
    if (run->failures[i].count < MOST_FAILURES ||
        run->assignment.excluded_count == GS_MOST_EXCLUDED)
        return;
    struct gs_excluded *excluded = &run->assignment.excluded[run->assignment.excluded_count++];
    excluded->variant = variant;
    snprintf(excluded->why, sizeof excluded->why, "not run again in this run: %s %s before",
             variant->name,
             failures == MOST_FAILURES ? "hung" : "crashed, or lost the device, three times");
}

/* Whatever was to share the arrays that could not even be made, twice. */
static enum gs_status give_up_group(struct gs_run_state *run, const struct current *current,
                                    enum gs_verdict verdict, const char *why,
                                    struct gs_error *error)
{
    size_t begin = current->point;
    while (begin > 0 && gs_plan_group_end(&run->plan, begin - 1) > current->point)
        begin--;
    enum gs_status status = GS_OK;
    for (size_t i = begin; status == GS_OK && i < gs_plan_group_end(&run->plan, begin); i++) {
        struct current point = {.point = i, .pinned = current->pinned};
        const struct gs_point_state *state = &run->assignment.point_states[i];
        bool left =
            current->pinned ? state->done && state->right && !state->pinned_done : !state->done;
        if (left && run->mine[i])
            status = finish_without(run, &point, verdict, why, error);
    }
    return status;
}

/* Large arrays take their time by right. */
static double time_limit(const struct gs_run_options *options, const struct gs_point *point)
{
    if (options->time_limit_s > 0)
        return options->time_limit_s;
    return 120 + (double)gs_point_bytes(point) / (16 << 20);
}

/* It had no point to run, and the next worker does what is left; unless that happens again and
 * again, or what it waits for is a device that does not answer. */
static enum gs_status conclude_idle_worker(struct gs_run_state *run, bool hung, const char *how,
                                           struct gs_error *error)
{
    if (hung && !run->assignment.measured)
        return gs_fail(error, GS_USAGE,
                       "the worker process hung with no point to run; does the device answer "
                       "(nvidia-smi)?");
    if (++run->idle_failures < MOST_FAILURES)
        return GS_OK;
    return gs_fail(error, GS_USAGE, "the worker process %s with no point to run, %d times in a row",
                   hung ? "hung" : how, MOST_FAILURES);
}

/* The worker is gone, or had to be ended: that is the verdict on what it was at. */
static enum gs_status conclude_ended_worker(struct gs_run_state *run, const struct current *current,
                                            bool hung, const char *how, struct gs_error *error)
{
    char why[256];
    if (!current->known)
        return conclude_idle_worker(run, hung, how, error);
    if (hung)
        snprintf(why, sizeof why, "did not end within %.3g s and was killed (--time-limit)",
                 time_limit(run->options, &run->plan.points[current->point]));
    else
        snprintf(why, sizeof why, "its process %s", how);
    if (current->preparing) {
        char group[300];
        snprintf(group, sizeof group, "its arrays could not be made: %s", why);
        bool again = run->prepared_again == current->point + 1;
        run->prepared_again = current->point + 1;
        return again ? give_up_group(run, current, hung ? GS_HUNG : GS_CRASHED, group, error)
                     : GS_OK;
    }
    count_failures(run, run->plan.points[current->point].variant, hung ? MOST_FAILURES : 1);
    return finish_without(run, current, hung ? GS_HUNG : GS_CRASHED, why, error);
}

/* ---- one worker ------------------------------------------------------------------------------ */

/* How following a worker ended. */
enum end { AGAIN, FINISHED, FAILED };

struct following {
    struct gs_worker worker;
    struct current current;
    bool lost; /* it has lost the device, and ends by itself */
    bool done;
    bool failed;
    struct gs_error why; /* ... in its own words */
};

static enum gs_status opened(struct gs_run_state *run, const struct gs_message *message,
                             const char *payload, struct gs_error *error)
{
    struct gs_assignment *assignment = &run->assignment;
    run->is_opened = true;
    assignment->opened = message->bytes == sizeof assignment->facts;
    if (assignment->opened)
        memcpy(&assignment->facts, payload, sizeof assignment->facts);
    return run->opened(run, error);
}

static enum gs_status measured(struct gs_run_state *run, const char *payload,
                               struct gs_error *error)
{
    memcpy(&run->assignment.limits, payload, sizeof run->assignment.limits);
    run->assignment.measured = true;
    enum gs_status status = run->measured(run, error);
    if (status == GS_OK) {
        catch_interrupts();
        gs_progress_start(&run->progress, &run->plan, gs_run_processes(run->options),
                          run->options->quiet);
    }
    return status;
}

static enum gs_status take_message(struct gs_run_state *run, struct following *f,
                                   const struct gs_message *message, const char *payload,
                                   struct gs_error *error)
{
    enum gs_status status = GS_OK;
    switch (message->kind) {
    case GS_MESSAGE_OPENED:
        if (!run->is_opened)
            status = opened(run, message, payload, error);
        break;
    case GS_MESSAGE_LIMITS:
        if (!run->assignment.measured)
            status = measured(run, payload, error);
        break;
    case GS_MESSAGE_BEGUN:
        f->current = (struct current){message->point, message->pinned, message->preparing, true};
        if (!message->pinned && !message->preparing)
            gs_progress_show(&run->progress, message->point);
        return GS_OK;
    case GS_MESSAGE_FINISHED:
        status = finish(run, payload, error);
        f->current = (struct current){0}; /* whatever happens now, this point has its record */
        f->lost = message->lost;
        run->idle_failures = 0;
        if (status == GS_OK && f->lost)
            count_failures(run, run->plan.points[message->point].variant, 1);
        break;
    case GS_MESSAGE_FAILED:
        f->failed = true;
        snprintf(f->why.text, sizeof f->why.text, "%s", payload);
        return GS_OK;
    default:
        f->done = true;
        return GS_OK;
    }
    run->sampled_s += message->sampled_s;
    gs_worker_answer(&f->worker, status == GS_OK && !interrupted);
    if (message->kind == GS_MESSAGE_OPENED && status == GS_OK)
        gs_worker_send(&f->worker, run->assignment.point_states,
                       run->plan.count * sizeof *run->assignment.point_states);
    return status;
}

/* Of what is no point: opening the device, and what lies between two points. */
enum { UNKNOWN_LIMIT_S = 300 };

/* Waiting is counted in slices: a slice during which the whole run was stopped (Ctrl-Z) is one. Of
 * each slice the part counts that the worker did not wait for a busy processor. */
enum { SLICE_S = 1 };

/* Listens until the worker has nothing more to say. False: it hung. */
static bool follow(struct gs_run_state *run, struct following *f, enum gs_status *status,
                   struct gs_error *error)
{
    double waited_s = 0, cpu_s = 0;
    while (*status == GS_OK && !f->done && !f->failed) {
        double limit_s = f->current.known
                             ? time_limit(run->options, &run->plan.points[f->current.point])
                             : UNKNOWN_LIMIT_S;
        double slice_s = fmin(SLICE_S, limit_s);
        struct gs_message message;
        char *payload;
        switch (gs_worker_listen(&f->worker, slice_s, &message, &payload)) {
        case GS_WORKER_SPOKE:
            *status = take_message(run, f, &message, payload, error);
            free(payload);
            waited_s = 0;
            break;
        case GS_WORKER_SILENT:
            waited_s += gs_process_own_s(f->worker.pid, slice_s, &cpu_s);
            if (waited_s >= limit_s)
                return false;
            break;
        case GS_WORKER_ENDED:
            return true;
        default: /* a signal: what it means is said at the next point */
            break;
        }
    }
    return true;
}

/* A device that was lost may not come back; CPU baselines need none. */
static enum end without_device(struct gs_run_state *run, const struct gs_error *why)
{
    snprintf(run->no_device, sizeof run->no_device,
             "the device was lost, and could not be opened again: %.200s", why->text);
    run->assignment.no_device = run->no_device;
    return AGAIN;
}

static enum end run_worker(struct gs_run_state *run, enum gs_status *status, struct gs_error *error)
{
    struct following f = {0};
    *status = gs_worker_start(&f.worker, gs_worker_run_points, &run->assignment, error);
    if (*status != GS_OK)
        return FAILED;
    bool hung = !follow(run, &f, status, error);
    char how[128];
    gs_worker_end(&f.worker, hung || *status != GS_OK, how);
    if (*status != GS_OK)
        return FAILED;
    if (f.done || (interrupted && !hung))
        return FINISHED;
    if (f.failed) {
        if (run->assignment.measured && !f.current.known && run->assignment.no_device == NULL &&
            run->assignment.opened)
            return without_device(run, &f.why);
        *error = f.why;
        *status = GS_USAGE;
        return FAILED;
    }
    if (f.lost)
        return AGAIN;
    *status = conclude_ended_worker(run, &f.current, hung, how, error);
    return *status == GS_OK ? AGAIN : FAILED;
}

/* All points from the start, in the next of the processes that take the samples; but for those
 * without a time in the first one, where they have told all that they have to tell. */
void gs_run_next_process(struct gs_run_state *run)
{
    run->assignment.process++;
    for (size_t i = 0; i < run->plan.count; i++) {
        struct gs_point_state *state = &run->assignment.point_states[i];
        state->done = !state->timed && !state->pinned_timed;
        state->pinned_done = !state->pinned_timed;
    }
}

/* One process of those that take the samples; more of them where a point ends one. */
static enum end run_process(struct gs_run_state *run, enum gs_status *status,
                            struct gs_error *error)
{
    enum end end = AGAIN;
    while (end == AGAIN && !interrupted)
        end = run_worker(run, status, error);
    return end;
}

enum gs_status gs_supervise(struct gs_run_state *run, bool *was_interrupted, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    interrupted = 0;
    /* Neither a reader of ours that goes away (| head) nor a worker that does may end the run. */
    signal(SIGPIPE, SIG_IGN);
    while (run_process(run, &status, error) == FINISHED && !interrupted &&
           run->assignment.process < gs_run_processes(run->options)) {
        gs_run_next_process(run);
        gs_progress_next_process(&run->progress, run->assignment.process);
    }
    gs_progress_end(&run->progress);
    *was_interrupted = interrupted;
    return status;
}
