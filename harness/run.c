#include "run.h"

#include "clock.h"
#include "context.h"
#include "cpu.h"
#include "folder.h"
#include "plot.h"
#include "point.h"
#include "progress.h"
#include "table.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct run {
    const struct gs_run_options *options;
    struct gs_plan plan;
    struct gs_device *device;
    struct gs_bench bench;
    struct gs_results results;
    struct gs_progress progress;
    char folder[3000]; /* where this machine's results go */
    char name[32];     /* of the result files: "lesson3" */
    double saved_s;    /* when the results were last saved */
};

/* ---- Ctrl-C ---------------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/*
 * The first Ctrl-C ends the run after its point; the second one, by default action, at once. A
 * reader of ours that goes away (| head) must not end the run either.
 */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_interrupt,
                               .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

/* ---- before the first point ------------------------------------------------------------------ */

static bool has_kernels(const struct gs_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->points[i].variant->place == GS_DEVICE)
            return true;
    }
    return false;
}

/* The folder that bears the machine's name: the GPU's, or the CPU's where kernels are simulated. */
static enum gs_status prepare_folder(struct run *run, char machine[static 128],
                                     struct gs_error *error)
{
    const struct gs_device_facts *facts = run->device != NULL ? gs_device_facts(run->device) : NULL;
    bool gpu = facts != NULL && !facts->simulated;
    gs_machine_slug(gpu ? facts->name : gs_cpu_name(), machine);
    const char *out = run->options->out != NULL ? run->options->out : "results";
    int length = snprintf(run->folder, sizeof run->folder, "%s/%s", out, machine);
    if (length < 0 || (size_t)length >= sizeof run->folder)
        return gs_fail(error, GS_USAGE, "--out: the path is too long");
    snprintf(run->name, sizeof run->name, "%s%u", run->options->verify_only ? "verify" : "lesson",
             run->options->selection.lesson->number);
    enum gs_status status = gs_folder_prepare(run->folder, run->name, error);
    return status == GS_OK ? gs_folder_lock(run->folder, error) : status;
}

/* Rate of a streaming copy over memory far larger than any cache, in bytes read + written a second;
 * 0 when there is no memory for it. A limit is what the machine can do, so the fastest counts. */
static double measure_cpu_copy(const struct gs_plan *plan)
{
    enum { SAMPLES = 15 };
    size_t bytes = (size_t)128 << 20;
    for (size_t i = 0; i < plan->count; i++) {
        if (gs_point_bytes(&plan->points[i]) > 2 * bytes)
            bytes = (size_t)256 << 20;
    }
    struct gs_buffer memory;
    struct gs_error ignored = {0};
    if (gs_buffer_alloc_host(&memory, 2 * bytes, &ignored) != GS_OK)
        return 0;
    /* Pages that nobody wrote are all the same page of zeros, which the cache would serve. */
    gs_cpu_fill(memory.data, 1, 2 * bytes);
    double fastest_s = INFINITY;
    for (int i = 0; i < SAMPLES; i++) {
        double start = gs_clock_s();
        gs_cpu_stream_copy(memory.data, (char *)memory.data + bytes, bytes);
        fastest_s = fmin(fastest_s, gs_clock_s() - start);
    }
    gs_buffer_release_host(&memory);
    return 2.0 * (double)bytes / fastest_s;
}

static enum gs_status open_device(struct run *run, struct gs_error *error)
{
    if (!has_kernels(&run->plan))
        return GS_OK;
    enum gs_status status = gs_device_open(&run->device, error);
    run->bench.device = run->device;
    return status;
}

static bool speaks(const struct run *run)
{
    return !run->options->quiet && !run->options->json;
}

static void print_header(const struct run *run)
{
    const struct gs_lesson *lesson = run->options->selection.lesson;
    const char *reason = run->options->device_reason;
    if (run->device == NULL)
        printf("device: none (CPU baselines only)\n");
    else
        printf("device: %s%s%s%s\n", gs_device_facts(run->device)->name, reason ? " (" : "",
               reason ? reason : "", reason ? ")" : "");
    printf("host:   %s, %d threads\n", gs_cpu_name(), gs_cpu_threads());
    printf("lesson %u, %s: %zu points\n", lesson->number, lesson->title, run->plan.count);
    fflush(stdout);
}

static void print_limits(const struct run *run)
{
    const struct gs_device_limits *limits = &run->bench.limits;
    printf("limits: CPU copy %.3g GB/s", run->bench.cpu_copy_bytes_per_s * 1e-9);
    if (limits->copy_bytes_per_s > 0)
        printf(", device copy %.4g GB/s, pinned in %.3g GB/s, out %.3g GB/s, empty kernel %.2g us",
               limits->copy_bytes_per_s * 1e-9, limits->pinned_in_bytes_per_s * 1e-9,
               limits->pinned_out_bytes_per_s * 1e-9, limits->empty_kernel_s * 1e6);
    printf("\n");
    if (run->device != NULL && gs_device_facts(run->device)->launches_block)
        printf(
            "note:   launches block here (CUDA_LAUNCH_BLOCKING, or a tool that watches); the times "
            "of short kernels include the host's\n");
    fflush(stdout);
}

static enum gs_status measure_limits(struct run *run, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    run->bench.cpu_copy_bytes_per_s = measure_cpu_copy(&run->plan);
    if (run->device != NULL)
        status = gs_device_measure_limits(run->device, &run->bench.limits, error);
    if (status == GS_OK && speaks(run))
        print_limits(run);
    return status;
}

static enum gs_status start(struct run *run, struct gs_error *error)
{
    const struct gs_run_options *options = run->options;
    char machine[128];
    enum gs_status status = gs_plan_make(&options->selection, &run->plan, error);
    if (status == GS_OK)
        status = open_device(run, error);
    if (status == GS_OK)
        status = prepare_folder(run, machine, error);
    if (status != GS_OK)
        return status;
    if (speaks(run))
        print_header(run);
    run->bench.verify_only = options->verify_only;
    if (!options->verify_only)
        status = measure_limits(run, error);
    if (status != GS_OK)
        return status;
    run->bench.results = &run->results;
    run->results.context = gs_context_make(&run->bench, options->selection.lesson, machine,
                                           options->seed, options->command_line);
    if (run->results.context == NULL)
        return gs_fail(error, GS_USAGE, "out of memory");
    return GS_OK;
}

/* ---- points ---------------------------------------------------------------------------------- */

/*
 * While it runs, a run saves what is finished beside the last finished run's results, not over
 * them: a run that is killed loses neither. Not so often that saving shows in the run's time.
 */
static enum gs_status save_unfinished(struct run *run, bool now, struct gs_error *error)
{
    if (run->results.count == 0 || (!now && gs_clock_s() - run->saved_s < 1.0))
        return GS_OK;
    char name[64];
    snprintf(name, sizeof name, "%s.unfinished", run->name);
    run->saved_s = gs_clock_s();
    return gs_results_save(&run->results, run->folder, name, error);
}

static enum gs_status save_finished(struct run *run, struct gs_error *error)
{
    static const char *const extensions[] = {"json", "csv"};
    enum gs_status status = gs_results_save(&run->results, run->folder, run->name, error);
    for (size_t i = 0; status == GS_OK && i < GS_COUNT(extensions); i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.unfinished.%s", run->folder, run->name, extensions[i]);
        unlink(path);
    }
    return status;
}

/* Points that share their arrays stand side by side in the plan: [begin, the returned end). */
static size_t group_end(const struct gs_plan *plan, size_t begin)
{
    const struct gs_point *first = &plan->points[begin];
    size_t end = begin + 1;
    while (end < plan->count && plan->points[end].workload == first->workload &&
           plan->points[end].dtype == first->dtype && plan->points[end].n == first->n)
        end++;
    return end;
}

/* What became of each point of a group. */
enum state { TO_RUN, SKIPPED, RIGHT, NOT_RIGHT };

struct group {
    size_t begin, end; /* points of the plan */
    enum state *states;
    struct gs_arrays arrays;
};

static bool crosses_the_bus(enum gs_role role)
{
    return role == GS_INPUT || role == GS_OUTPUT || role == GS_UPDATED;
}

static enum gs_status pin_arrays(struct run *run, struct gs_arrays *arrays, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        if (crosses_the_bus(arrays->workload->arrays[i].role))
            status = gs_device_pin(run->device, arrays->host[i].data, arrays->host[i].bytes, error);
    }
    return status;
}

static void unpin_arrays(struct run *run, struct gs_arrays *arrays)
{
    for (size_t i = 0; i < arrays->workload->array_count; i++) {
        if (crosses_the_bus(arrays->workload->arrays[i].role))
            gs_device_unpin(run->device, arrays->host[i].data);
    }
}

static bool wants_pinned(const struct run *run, const struct group *group, size_t i)
{
    return group->states[i - group->begin] == RIGHT &&
           gs_point_is_pinned(&run->bench, &run->plan.points[i]);
}

/* The second pass over a group: what is timed with page-locked arrays. */
static enum gs_status run_pinned(struct run *run, struct group *group, struct gs_error *error)
{
    bool wanted = false;
    for (size_t i = group->begin; i < group->end; i++)
        wanted |= wants_pinned(run, group, i);
    if (!wanted || interrupted || run->bench.device_lost)
        return GS_OK;
    struct gs_error why = {0};
    enum gs_status status = GS_OK;
    bool pinned = pin_arrays(run, &group->arrays, &why) == GS_OK;
    for (size_t i = group->begin; status == GS_OK && i < group->end && !interrupted; i++) {
        const struct gs_point *point = &run->plan.points[i];
        if (!wants_pinned(run, group, i))
            continue;
        status = pinned ? gs_point_run_pinned(&run->bench, &group->arrays, point, error)
                        : gs_point_skip(&run->bench, point, GS_HOST_PINNED, why.text, error);
    }
    unpin_arrays(run, &group->arrays);
    return status;
}

static const char device_lost[] = "the device was lost to an earlier error";

static enum gs_status run_points(struct run *run, struct group *group, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = group->begin; status == GS_OK && i < group->end && !interrupted; i++) {
        const struct gs_point *point = &run->plan.points[i];
        bool right = false;
        gs_progress_show(&run->progress, i);
        if (group->states[i - group->begin] == SKIPPED)
            continue;
        if (run->bench.device_lost && point->variant->place == GS_DEVICE)
            status =
                gs_point_skip(&run->bench, point, gs_point_residency(point), device_lost, error);
        else
            status = gs_point_run(&run->bench, &group->arrays, point, &right, error);
        if (status == GS_OK) {
            group->states[i - group->begin] = right ? RIGHT : NOT_RIGHT;
            status = save_unfinished(run, false, error);
        }
    }
    return status == GS_OK ? run_pinned(run, group, error) : status;
}

static enum gs_status skip(struct run *run, struct group *group, size_t i, const char *why,
                           struct gs_error *error)
{
    const struct gs_point *point = &run->plan.points[i];
    group->states[i - group->begin] = SKIPPED;
    return gs_point_skip(&run->bench, point, gs_point_residency(point), why, error);
}

/* Skips what cannot run here; *left is how many points are left, *kernels how many of them are
 * kernels. */
static enum gs_status skip_unfit(struct run *run, struct group *group, size_t *left,
                                 size_t *kernels, struct gs_error *error)
{
    char why[256];
    enum gs_status status = GS_OK;
    *left = *kernels = 0;
    for (size_t i = group->begin; status == GS_OK && i < group->end; i++) {
        const struct gs_point *point = &run->plan.points[i];
        bool kernel = point->variant->place == GS_DEVICE;
        if (kernel && run->bench.device_lost) {
            status = skip(run, group, i, device_lost, error);
        } else if (!gs_point_can_run(&run->bench, point, why)) {
            status = skip(run, group, i, why, error);
        } else {
            *left += 1;
            *kernels += kernel;
        }
    }
    return status;
}

/* Memory may run out all the same, under a limit that the system does not tell of. */
static enum gs_status skip_rest(struct run *run, struct group *group, const char *why,
                                struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = group->begin; status == GS_OK && i < group->end; i++) {
        if (group->states[i - group->begin] == TO_RUN)
            status = skip(run, group, i, why, error);
    }
    return status;
}

static enum gs_status run_prepared(struct run *run, struct group *group, struct gs_error *error)
{
    size_t left, kernels;
    enum gs_status status = skip_unfit(run, group, &left, &kernels, error);
    if (status != GS_OK || left == 0)
        return status;
    struct gs_device *device = kernels > 0 ? run->device : NULL;
    struct gs_error why = {0};
    if (gs_arrays_make(&group->arrays, &run->plan.points[group->begin], run->options->seed, device,
                       &why) == GS_OK)
        status = run_points(run, group, error);
    else
        status = skip_rest(run, group, why.text, error);
    gs_arrays_release(&group->arrays, device);
    return status;
}

static enum gs_status run_group(struct run *run, size_t begin, size_t end, struct gs_error *error)
{
    struct group group = {.begin = begin, .end = end};
    group.states = calloc(end - begin + 1, sizeof *group.states);
    if (group.states == NULL)
        return gs_fail(error, GS_USAGE, "out of memory");
    enum gs_status status = run_prepared(run, &group, error);
    free(group.states);
    return status;
}

/* ---- after the last point -------------------------------------------------------------------- */

/* CUDA refusing a block over its limit is what such a point is there to show. */
static bool is_failure(const struct gs_record *record)
{
    bool legal_block = record->block >= 1 && record->block <= 1024;
    return record->verdict == GS_WRONG_ANSWER ||
           (record->verdict == GS_LAUNCH_FAILED && legal_block);
}

static enum gs_status verdict_of_all(const struct gs_results *results, struct gs_error *error)
{
    size_t failures = 0, skipped = 0;
    const struct gs_record *first = NULL;
    for (size_t i = 0; i < results->count; i++) {
        const struct gs_record *record = &results->records[i];
        skipped += record->verdict == GS_SKIPPED;
        if (is_failure(record))
            first = failures++ == 0 ? record : first;
    }
    if (failures > 0)
        return gs_fail(error, GS_WRONG,
                       "%zu of %zu records are not right; the first: %s %s n=%zu: %s", failures,
                       results->count, first->variant, first->dtype, first->n, first->detail);
    if (skipped > 0 && skipped == results->count)
        return gs_fail(error, GS_ALL_SKIPPED, "all %zu points were skipped: %s", skipped,
                       results->records[0].detail);
    return GS_OK;
}

static enum gs_status report(struct run *run, struct gs_error *error)
{
    bool plain = run->options->quiet || run->options->verify_only;
    if (run->options->json) {
        char *text = gs_results_text(&run->results);
        if (text == NULL)
            return gs_fail(error, GS_USAGE, "out of memory");
        fputs(text, stdout);
        free(text);
    } else {
        if (!plain)
            gs_table_print(&run->results, stdout);
        else if (run->options->quiet)
            gs_table_print_troubles(&run->results, stdout);
        else
            gs_table_print_verdicts(&run->results, stdout);
        printf("results: %s/%s.json and .csv\n", run->folder, run->name);
    }
    if (fflush(stdout) != 0)
        return gs_fail(error, GS_USAGE, "cannot write to standard output; the results are in %s",
                       run->folder);
    if (!speaks(run) || plain)
        return GS_OK;
    return gs_plot_lesson(run->folder, run->options->selection.lesson->number, error);
}

/* All points, until the end or Ctrl-C; what is finished is saved in any case. */
static enum gs_status measure(struct run *run, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    gs_progress_start(&run->progress, &run->plan, run->options->quiet);
    for (size_t begin = 0, end; status == GS_OK && begin < run->plan.count && !interrupted;
         begin = end) {
        end = group_end(&run->plan, begin);
        status = run_group(run, begin, end, error);
    }
    gs_progress_end(&run->progress);
    if (status == GS_OK && !interrupted)
        return save_finished(run, error);
    struct gs_error late = {0};
    enum gs_status saved = save_unfinished(run, true, status == GS_OK ? error : &late);
    if (status != GS_OK || saved != GS_OK)
        return status != GS_OK ? status : saved;
    if (run->results.count == 0)
        return gs_fail(error, GS_INTERRUPTED, "interrupted before the first point was finished");
    return gs_fail(error, GS_INTERRUPTED,
                   "interrupted; %zu finished records are in %s/%s.unfinished.json",
                   run->results.count, run->folder, run->name);
}

static enum gs_status run_all(struct run *run, struct gs_error *error)
{
    enum gs_status status = start(run, error);
    if (status != GS_OK)
        return status;
    catch_signals();
    status = measure(run, error);
    if (status != GS_OK)
        return status;
    signal(SIGINT, SIG_DFL); /* nothing is lost from here on */
    struct gs_error wrong = {0};
    enum gs_status verdict = verdict_of_all(&run->results, &wrong);
    status = report(run, error);
    if (verdict == GS_OK)
        return status;
    /* Wrong answers outweigh a plot that could not be drawn. */
    if (status != GS_OK)
        fprintf(stderr, "gridstride: %s\n", error->text);
    *error = wrong;
    return verdict;
}

enum gs_status gs_run(const struct gs_run_options *options, struct gs_error *error)
{
    struct run run = {.options = options};
    enum gs_status status = run_all(&run, error);
    gs_results_release(&run.results);
    gs_plan_release(&run.plan);
    if (run.device != NULL)
        gs_device_close(run.device);
    return status;
}
