#include "run.h"

#include "clock.h"
#include "context.h"
#include "cpu.h"
#include "folder.h"
#include "plot.h"
#include "point.h"
#include "progress.h"
#include "table.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

struct run {
    const struct gs_run_options *options;
    struct gs_plan plan;
    struct gs_device *device;
    struct gs_bench bench;
    struct gs_results results;
    struct gs_progress progress;
    char folder[3000]; /* where this machine's results go */
    double saved_s;    /* when the results were last saved */
};

/* ---- Ctrl-C ---------------------------------------------------------------------------------- */

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* The first Ctrl-C ends the run after its point; the second one, by default action, at once. */
static void catch_interrupt(void)
{
    struct sigaction action = {.sa_handler = on_interrupt,
                               .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    sigaction(SIGINT, &action, NULL);
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
    return gs_folder_prepare(run->folder, run->options->selection.lesson->number, error);
}

/* Median rate of streaming copies over memory far larger than any cache, in bytes read + written
 * a second; 0 when there is no memory for it. */
static double measure_cpu_copy(const struct gs_plan *plan)
{
    enum { SAMPLES = 9 };
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
    double samples[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        double start = gs_clock_s();
        gs_cpu_stream_copy(memory.data, (char *)memory.data + bytes, bytes);
        samples[i] = gs_clock_s() - start;
    }
    gs_buffer_release_host(&memory);
    return 2.0 * (double)bytes / gs_median(samples, SAMPLES);
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
    fflush(stdout);
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
    run->bench.cpu_copy_bytes_per_s = measure_cpu_copy(&run->plan);
    if (run->device != NULL)
        status = gs_device_measure_limits(run->device, &run->bench.limits, error);
    if (status != GS_OK)
        return status;
    if (speaks(run))
        print_limits(run);
    run->bench.results = &run->results;
    run->results.context = gs_context_make(&run->bench, options->selection.lesson, machine,
                                           options->seed, options->command_line);
    if (run->results.context == NULL)
        return gs_fail(error, GS_USAGE, "out of memory");
    return GS_OK;
}

/* ---- points ---------------------------------------------------------------------------------- */

/* Saves, but not so often that saving shows in the run's time. */
static enum gs_status save(struct run *run, bool now, struct gs_error *error)
{
    if (!now && gs_clock_s() - run->saved_s < 1.0)
        return GS_OK;
    run->saved_s = gs_clock_s();
    return gs_results_save(&run->results, run->folder, run->options->selection.lesson->number,
                           error);
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

static enum gs_status pin_arrays(struct run *run, struct gs_arrays *arrays, bool pin,
                                 struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = 0; status == GS_OK && i < arrays->workload->array_count; i++) {
        if (pin)
            status = gs_device_pin(run->device, arrays->host[i].data, arrays->host[i].bytes, error);
        else
            gs_device_unpin(run->device, arrays->host[i].data);
    }
    return status;
}

/* The second pass over a group: what is timed with page-locked arrays. `right` says which points
 * the first pass found right. */
static enum gs_status run_pinned(struct run *run, struct gs_arrays *arrays, size_t begin,
                                 size_t end, const bool *right, struct gs_error *error)
{
    bool wanted = false;
    for (size_t i = begin; i < end; i++)
        wanted |= right[i - begin] && gs_point_is_host_timed(&run->bench, &run->plan.points[i]);
    if (!wanted || interrupted || run->bench.device_lost)
        return GS_OK;
    enum gs_status status = pin_arrays(run, arrays, true, error);
    for (size_t i = begin; status == GS_OK && i < end && !interrupted; i++) {
        const struct gs_point *point = &run->plan.points[i];
        if (right[i - begin] && gs_point_is_host_timed(&run->bench, point))
            status = gs_point_run_pinned(&run->bench, arrays, point, error);
    }
    struct gs_error ignored;
    pin_arrays(run, arrays, false, &ignored);
    return status;
}

static enum gs_status run_points(struct run *run, struct gs_arrays *arrays, size_t begin,
                                 size_t end, bool *right, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    for (size_t i = begin; status == GS_OK && i < end && !interrupted; i++) {
        gs_progress_show(&run->progress, i);
        if (run->plan.points[i].skipped)
            continue;
        status = gs_point_run(&run->bench, arrays, &run->plan.points[i], error);
        right[i - begin] =
            status == GS_OK && run->results.records[run->results.count - 1].verdict == GS_RIGHT;
        if (status == GS_OK)
            status = save(run, false, error);
    }
    if (status == GS_OK)
        status = run_pinned(run, arrays, begin, end, right, error);
    return status;
}

/* Points that do not fit the memory at hand are skipped with the reason; *left is how many are
 * left, and *kernels whether there is a kernel among them. */
static enum gs_status skip_unfit(struct run *run, size_t begin, size_t end, size_t *left,
                                 bool *kernels, struct gs_error *error)
{
    char why[256];
    enum gs_status status = GS_OK;
    *left = 0;
    *kernels = false;
    for (size_t i = begin; status == GS_OK && i < end; i++) {
        struct gs_point *point = &run->plan.points[i];
        point->skipped = !gs_point_fits(&run->bench, point, why);
        if (point->skipped)
            status = gs_point_skip(&run->bench, point, why, error);
        *left += !point->skipped;
        *kernels |= !point->skipped && point->variant->place == GS_DEVICE;
    }
    return status;
}

static enum gs_status run_group(struct run *run, size_t begin, size_t end, struct gs_error *error)
{
    size_t left;
    bool kernels;
    enum gs_status status = skip_unfit(run, begin, end, &left, &kernels, error);
    if (status != GS_OK || left == 0)
        return status;
    bool *right = calloc(end - begin + 1, sizeof *right);
    if (right == NULL)
        return gs_fail(error, GS_USAGE, "out of memory");
    struct gs_device *device = kernels ? run->device : NULL;
    struct gs_arrays arrays;
    status = gs_arrays_make(&arrays, &run->plan.points[begin], run->options->seed, device, error);
    if (status == GS_OK)
        status = run_points(run, &arrays, begin, end, right, error);
    gs_arrays_release(&arrays, device);
    free(right);
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
    size_t failures = 0;
    const struct gs_record *first = NULL;
    for (size_t i = 0; i < results->count; i++) {
        if (!is_failure(&results->records[i]))
            continue;
        first = failures++ == 0 ? &results->records[i] : first;
    }
    if (failures == 0)
        return GS_OK;
    return gs_fail(error, GS_WRONG, "%zu of %zu records are not right; the first: %s %s n=%zu: %s",
                   failures, results->count, first->variant, first->dtype, first->n, first->detail);
}

static enum gs_status report(struct run *run, struct gs_error *error)
{
    unsigned lesson = run->options->selection.lesson->number;
    if (run->options->json) {
        char *text = gs_results_text(&run->results);
        if (text == NULL)
            return gs_fail(error, GS_USAGE, "out of memory");
        fputs(text, stdout);
        free(text);
    } else {
        if (!run->options->quiet)
            gs_table_print(&run->results, stdout);
        printf("results: %s/lesson%u.json and .csv\n", run->folder, lesson);
    }
    if (fflush(stdout) != 0)
        return gs_fail(error, GS_USAGE, "cannot write to standard output; the results are in %s",
                       run->folder);
    return speaks(run) ? gs_plot_lesson(run->folder, lesson, error) : GS_OK;
}

static enum gs_status run_all(struct run *run, struct gs_error *error)
{
    enum gs_status status = start(run, error);
    if (status != GS_OK)
        return status;
    catch_interrupt();
    gs_progress_start(&run->progress, &run->plan, run->options->quiet);
    for (size_t begin = 0, end; status == GS_OK && begin < run->plan.count && !interrupted;
         begin = end) {
        end = group_end(&run->plan, begin);
        status = run_group(run, begin, end, error);
    }
    gs_progress_end(&run->progress);
    struct gs_error late;
    enum gs_status saved = save(run, true, status == GS_OK ? error : &late);
    if (status == GS_OK)
        status = saved;
    if (status != GS_OK)
        return status;
    if (interrupted)
        return gs_fail(error, GS_INTERRUPTED, "interrupted; %zu finished records are in %s",
                       run->results.count, run->folder);
    status = report(run, error);
    return status != GS_OK ? status : verdict_of_all(&run->results, error);
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
