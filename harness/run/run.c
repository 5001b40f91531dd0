#include "print_run.h"

#include "clock.h"
#include "context.h"
#include "cpu.h"
#include "peers.h"
#include "processor.h"
#include "result_name.h"
#include "resume.h"
#include "results_folder.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- before the first worker ----------------------------------------------------------------- */

static bool has_kernels(const struct gs_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++) {
        if (plan->points[i].variant->place == GS_DEVICE)
            return true;
    }
    return false;
}

/* A shard takes every so-manieth group of points that share their arrays. */
static void choose_shard(struct gs_run_state *run)
{
    const struct gs_run_options *options = run->options;
    size_t group = 0;
    for (size_t begin = 0, end; begin < run->plan.count; begin = end, group++) {
        end = gs_plan_group_end(&run->plan, begin);
        bool mine = options->shards == 0 || group % options->shards + 1 == options->shard;
        for (size_t i = begin; i < end; i++)
            run->mine[i] = mine;
        run->mine_count += mine ? end - begin : 0;
    }
}

static enum gs_status make_plan(struct gs_run_state *run, struct gs_error *error)
{
    const struct gs_run_options *options = run->options;
    enum gs_status status = gs_plan_make(&options->selection, &run->plan, error);
    if (status != GS_OK)
        return status;
    run->mine = calloc(run->plan.count + 1, sizeof *run->mine);
    run->assignment.point_states =
        calloc(run->plan.count + 1, sizeof *run->assignment.point_states);
    if (run->mine == NULL || run->assignment.point_states == NULL)
        return gs_fail(error, GS_SYSTEM_FAILED, "out of memory: the plan has too many points");
    choose_shard(run);
    if (run->mine_count == 0)
        return gs_fail(error, GS_USAGE, "--shard %u/%u: nothing is left for it; take fewer shards",
                       options->shard, options->shards);
    run->assignment.plan = &run->plan;
    run->assignment.mine = run->mine;
    run->assignment.seed = options->seed;
    run->assignment.verify_only = options->verify_only;
    run->assignment.per_call = options->peers;
    run->assignment.process = 1;
    run->assignment.processes = options->one_of > 0 ? options->one_of : gs_run_processes(options);
    run->assignment.no_limits = options->one > 1;
    run->assignment.kernels = has_kernels(&run->plan);
    return GS_OK;
}

/* ---- what the first worker found ------------------------------------------------------------- */

static bool has_gpu(const struct gs_run_state *run)
{
    return run->assignment.opened && !run->assignment.facts.simulated;
}

/* The folder that bears the machine's name: the GPU's, or the CPU's where kernels are simulated. */
static enum gs_status prepare_folder(struct gs_run_state *run, struct gs_error *error)
{
    const struct gs_run_options *options = run->options;
    gs_machine_slug(has_gpu(run) ? run->assignment.facts.name : gs_cpu_name(), run->machine);
    int length = snprintf(run->folder, sizeof run->folder, "%s/%s",
                          options->out != NULL ? options->out : "results", run->machine);
    if (length < 0 || (size_t)length >= sizeof run->folder)
        return gs_fail(error, GS_USAGE, "--out: the path is too long");
    char shard[32] = "";
    if (options->shards > 0) {
        snprintf(shard, sizeof shard, ".shard%uof%u", options->shard, options->shards);
        snprintf(run->shard, sizeof run->shard, "%u/%u", options->shard, options->shards);
    }
    struct gs_result_name name = {.kind = options->verify_only ? GS_RESULT_VERIFY
                                          : options->peers     ? GS_RESULT_PEERS
                                                               : GS_RESULT_RUN,
                                  .lesson = options->selection.lesson->number};
    if (options->selection.lesson->source != NULL)
        snprintf(name.slug, sizeof name.slug, "%s", options->selection.lesson->slug);
    gs_result_name_format(&name, run->result);
    snprintf(run->name, sizeof run->name, "%s%s", run->result, shard);
    enum gs_status status = gs_results_folder_prepare(run->folder, run->name, error);
    return status == GS_OK ? gs_journal_open(&run->journal, run->folder, run->name, error) : status;
}

/* Of the result that this run will replace; one that cannot be read counts for nothing here. */
static size_t points_of_before(const struct gs_run_state *run)
{
    char path[sizeof run->folder + sizeof run->name + 8];
    struct gs_results before = {0};
    struct gs_error error;
    json_int_t points = 0;
    snprintf(path, sizeof path, "%s/%s.json", run->folder, run->name);
    if (access(path, R_OK) == 0 && gs_results_load(path, &before, &error) == GS_OK)
        points = json_integer_value(
            json_object_get(json_object_get(before.context, "gridstride"), "points"));
    gs_results_release(&before);
    return points > 0 ? (size_t)points : 0;
}

static enum gs_status opened(struct gs_run_state *run, struct gs_error *error)
{
    enum gs_status status = prepare_folder(run, error);
    gs_run_identify(run);
    if (status == GS_OK && run->options->resume && run->journal.exists)
        status = gs_run_take_up(run, error);
    if (status == GS_OK) {
        gs_run_print_header(run);
        gs_run_print_notes(run, points_of_before(run));
    }
    return status;
}

/* What the driver says of the GPU at this moment; NULL where it says nothing. */
static const struct gs_gpu_state *read_gpu(const struct gs_run_state *run, struct gs_gpu_state *gpu)
{
    return has_gpu(run) && gs_gpu_state_read(run->assignment.facts.pci_address, gpu) ? gpu : NULL;
}

static enum gs_status begin_journal(struct gs_run_state *run, struct gs_error *error)
{
    const struct gs_run_options *options = run->options;
    if (run->before.count > 0 || run->results.context != NULL)
        return gs_journal_go_on(&run->journal, &run->before, error);
    struct gs_gpu_state gpu;
    struct gs_context_parts parts = {.lesson = options->selection.lesson,
                                     .machine = run->machine,
                                     .command_line = options->command_line,
                                     .seed = options->seed,
                                     .facts =
                                         run->assignment.opened ? &run->assignment.facts : NULL,
                                     .device_limits = &run->assignment.limits.device,
                                     .cpu_limits = &run->assignment.limits.cpu,
                                     .gpu = read_gpu(run, &gpu)};
    run->results.context = gs_context_make(&parts);
    json_t *ours = json_object_get(run->results.context, "gridstride");
    if (json_object_set_new(ours, "plan", json_string(run->identity)) != 0 ||
        json_object_set_new(ours, "result", json_string(run->result)) != 0 ||
        json_object_set_new(ours, "points", json_integer((json_int_t)run->mine_count)) != 0 ||
        (run->shard[0] != '\0' && json_object_set_new(ours, "shard", json_string(run->shard)) != 0))
        return gs_out_of_memory(error);
    if (options->peers)
        json_object_set_new(ours, "peers", json_string(gs_peers_versions()));
    if (gs_run_processes(options) > 1)
        json_object_set_new(ours, "processes", json_integer((json_int_t)options->processes));
    bool kept = false;
    enum gs_status status =
        gs_journal_begin(&run->journal, run->results.context, run->identity, &kept, error);
    if (status == GS_OK && kept)
        gs_run_print_kept(run);
    return status;
}

static enum gs_status measured(struct gs_run_state *run, struct gs_error *error)
{
    gs_run_print_limits(run);
    return begin_journal(run, error);
}

/* ---- after the last point -------------------------------------------------------------------- */

/* CUDA refusing a block over its limit is what such a point is there to show. */
static bool is_failure(const struct gs_record *record)
{
    bool legal_block = record->block >= 1 && record->block <= 1024;
    return record->verdict == GS_WRONG_ANSWER || record->verdict == GS_CRASHED ||
           record->verdict == GS_HUNG || (record->verdict == GS_LAUNCH_FAILED && legal_block);
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
                       results->count, first->variant, gs_dtype_name(first->dtype), first->n,
                       first->detail);
    if (skipped > 0 && skipped == results->count)
        return gs_fail(error, GS_ALL_SKIPPED, "all %zu points were skipped: %s", skipped,
                       results->records[0].detail);
    return GS_OK;
}

static enum gs_status say_interrupted(const struct gs_run_state *run, struct gs_error *error)
{
    if (run->results.count == 0)
        return gs_fail(error, GS_INTERRUPTED, "interrupted before the first point was finished");
    return gs_fail(error, GS_INTERRUPTED,
                   "interrupted; %zu finished records are in %s; the same command with --resume "
                   "goes on behind them",
                   run->results.count, run->journal.path);
}

/* How long it all took; of a run that was resumed only that it was. */
static void finish_context(struct gs_run_state *run)
{
    struct gs_gpu_state gpu;
    run->wall_s = gs_clock_s() - run->start_s;
    if (run->before.count == 0)
        gs_context_finish(run->results.context, run->wall_s, run->sampled_s, read_gpu(run, &gpu));
    else
        json_object_set_new(json_object_get(run->results.context, "gridstride"), "resumed",
                            json_true());
}

/* Beside the records of the simulator: what a GPU would take. */
static void predict(struct gs_run_state *run)
{
    const struct gs_run_options *options = run->options;
    if (options->predict == NULL || options->verify_only || options->peers || options->one_of > 0 ||
        !run->assignment.opened || !run->assignment.facts.simulated)
        return;
    json_t *predicted = options->predict(options, &run->plan, &run->results);
    if (predicted != NULL)
        json_object_set_new(json_object_get(run->results.context, "gridstride"), "predicted",
                            predicted);
}

/* All points, until the end or Ctrl-C; what is finished is kept in any case. */
static enum gs_status measure(struct gs_run_state *run, struct gs_error *error)
{
    bool interrupted;
    run->start_s = gs_clock_s();
    enum gs_status status = gs_supervise(run, &interrupted, error);
    if (run->journal.descriptor >= 0)
        gs_journal_sync(&run->journal);
    if (status != GS_OK)
        return status;
    if (interrupted)
        return say_interrupted(run, error);
    finish_context(run);
    status = gs_results_join_processes(&run->results, error);
    if (status == GS_OK) {
        predict(run);
        status = gs_results_save(&run->results, run->folder, run->name, error);
    }
    if (status == GS_OK)
        gs_journal_close(&run->journal, true);
    return status;
}

static enum gs_status run_all(struct gs_run_state *run, struct gs_error *error)
{
    enum gs_status status = make_plan(run, error);
    if (status == GS_OK)
        status = gs_device_check_environment(error);
    if (status == GS_OK)
        status = measure(run, error);
    if (status != GS_OK)
        return status;
    signal(SIGINT, SIG_DFL); /* nothing is lost from here on */
    struct gs_error wrong = {0};
    enum gs_status verdict = verdict_of_all(&run->results, &wrong);
    if (run->options->show != NULL) {
        const struct gs_run_outcome outcome = {.results = &run->results,
                                               .folder = run->folder,
                                               .name = run->name,
                                               .wall_s = run->wall_s,
                                               .sampled_s = run->sampled_s};
        status = run->options->show(run->options, &outcome, error);
    }
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
    struct gs_run_state run = {
        .options = options, .opened = opened, .measured = measured, .journal = {.descriptor = -1}};
    enum gs_status status = run_all(&run, error);
    /* One that has no point yet is nothing that could be gone on with. */
    gs_journal_close(&run.journal, !run.journal.exists && run.results.count == 0);
    gs_journal_content_release(&run.before);
    gs_results_release(&run.results);
    gs_plan_release(&run.plan);
    free(run.mine);
    free(run.assignment.point_states);
    return status;
}
