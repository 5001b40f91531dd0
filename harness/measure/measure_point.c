#include "measure_point.h"

#include "limit_of_point.h"
#include "clock.h"
#include "cpu.h"
#include "dtype.h"
#include "first_runs.h"
#include "processor.h"
#include "sampling.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Wall time for the samples of one record. */
static const double cpu_budget_s = 0.15, device_budget_s = 0.10;

static bool simulated(const struct gs_bench *bench)
{
    return bench->facts != NULL && bench->facts->simulated;
}

static bool is_peer(const struct gs_point *point)
{
    return (point->variant->traits & GS_PEER) != 0;
}

static unsigned threads_of(const struct gs_variant *variant)
{
    if (variant->place == GS_CPU_PARALLEL)
        return (unsigned)gs_cpu_threads();
    return variant->place == GS_CPU_SERIAL ? 1 : 0;
}

static struct gs_record record_of(const struct gs_bench *bench, const struct gs_point *point,
                                  enum gs_residency residency, enum gs_cache cache)
{
    const struct gs_workload *workload = point->workload;
    bool on_cpu = point->variant->place != GS_DEVICE;
    size_t bytes = workload->traffic == NULL ? 0 : workload->traffic(point->dtype, point->n);
    struct gs_record record = {
        .lesson = point->lesson->number,
        .n = point->n,
        .grid = point->grid,
        .block = point->block,
        .bytes = bytes,
        .threads = threads_of(point->variant),
        .simulated = !on_cpu && simulated(bench),
        .floor_s = on_cpu ? 0 : bench->limits.empty_kernel_s,
        .peak_bytes_per_s = on_cpu ? bench->cpu.copy_bytes_per_s : bench->limits.copy_bytes_per_s,
    };
    snprintf(record.workload, sizeof record.workload, "%s", point->workload->name);
    snprintf(record.variant, sizeof record.variant, "%s", point->variant->name);
    snprintf(record.place, sizeof record.place, "%s",
             is_peer(point) ? "peer"
             : on_cpu       ? "cpu"
                            : "device");
    snprintf(record.dtype, sizeof record.dtype, "%s", gs_dtype_name(point->dtype));
    snprintf(record.residency, sizeof record.residency, "%s", gs_residency_name(residency));
    snprintf(record.cache, sizeof record.cache, "%s", gs_cache_name(cache));
    snprintf(record.device, sizeof record.device, "%s",
             on_cpu ? gs_cpu_name() : bench->facts->name);
    struct gs_point_limit bound =
        gs_limit_of_point(point, residency, cache, &bench->limits, &bench->cpu);
    snprintf(record.limit, sizeof record.limit, "%s", gs_limit_name(bound.limit));
    record.limit_s = bound.seconds;
    return record;
}

/* The record's verdict from what verification found; only a right record keeps its time. */
static enum gs_status conclude(struct gs_bench *bench, struct gs_record *record,
                               const struct gs_finding *finding, struct gs_error *error)
{
    record->verdict = finding->verdict;
    if (finding->verdict != GS_LOST_UPDATES && finding->verdict != GS_PARTIAL) {
        record->max_error = finding->max_error;
        record->max_ulp = finding->max_ulp;
    }
    record->lost = finding->lost;
    snprintf(record->detail, sizeof record->detail, "%s", finding->detail);
    snprintf(record->values, sizeof record->values, "%s", finding->values);
    if (record->verdict != GS_RIGHT)
        gs_distribution_release(&record->time);
    return gs_results_append(bench->results, record, error);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static size_t available_host_bytes(void)
{
    char line[128];
    size_t kib = 0;
    FILE *file = fopen("/proc/meminfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "MemAvailable: %zu", &kib) == 1)
            break;
    }
    if (file != NULL)
        fclose(file);
    if (kib > 0)
        return kib * 1024;
    return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

static bool fits(const char *where, size_t needs, size_t has, char why[256])
{
    if (needs <= has)
        return true;
    snprintf(why, 256, "needs %.1f GiB of %s memory, has %.1f GiB", (double)needs * 0x1p-30, where,
             (double)has * 0x1p-30);
    return false;
}

bool gs_point_can_run(const struct gs_bench *bench, const struct gs_point *point, char why[256])
{
    const struct gs_workload *workload = point->workload;
    const char *refusal = workload->refuse == NULL ? NULL
                                                   : workload->refuse(point->variant, point->n,
                                                                      point->grid, point->block);
    if (refusal != NULL) {
        snprintf(why, 256, "%s", refusal);
        return false;
    }
    bool kernel = point->variant->place == GS_DEVICE;
    size_t bytes = gs_point_bytes(point);
    /* The device also keeps what updated arrays were filled with. */
    size_t on_device = gs_workload_updates_in_place(workload) ? 2 * bytes : bytes;
    if (kernel && !fits("device", on_device, gs_device_free_bytes(bench->device), why))
        return false;
    /* The simulator's device memory is host memory too. */
    bool both = kernel && simulated(bench);
    return fits("host", both ? bytes + on_device : bytes, available_host_bytes(), why);
}

enum gs_status gs_point_record_ended(struct gs_bench *bench, const struct gs_point *point,
                                     enum gs_residency residency, enum gs_verdict verdict,
                                     const char *why, struct gs_error *error)
{
    struct gs_record record = record_of(bench, point, residency, GS_CACHE_ANY);
    struct gs_finding finding = {.verdict = verdict};
    snprintf(finding.detail, sizeof finding.detail, "%s", why);
    return conclude(bench, &record, &finding, error);
}

enum gs_status gs_point_record_skipped(struct gs_bench *bench, const struct gs_point *point,
                                       enum gs_residency residency, const char *why,
                                       struct gs_error *error)
{
    return gs_point_record_ended(bench, point, residency, GS_SKIPPED, why, error);
}

static void add_note(struct gs_record *record, const char *format, double value)
{
    size_t used = strlen(record->note);
    if (used > 0)
        used += (size_t)snprintf(record->note + used, sizeof record->note - used, ", ");
    snprintf(record->note + used, sizeof record->note - used, format, value);
}

/* How far apart the medians of the first and the last fifth of the samples are, over the median. */
static double drift_of(const struct gs_distribution *time)
{
    double first[GS_MOST_SAMPLES], last[GS_MOST_SAMPLES];
    size_t fifth = time->count / 5;
    if (fifth < 3)
        return 0;
    memcpy(first, time->samples, fifth * sizeof *first);
    memcpy(last, time->samples + time->count - fifth, fifth * sizeof *last);
    return fabs(gs_median(last, fifth) - gs_median(first, fifth)) / time->median_s;
}

/* Quartiles or ends that far apart say that something else was going on, or has changed. */
static void mark_noise(struct gs_record *record)
{
    const struct gs_distribution *time = &record->time;
    double spread = (time->q3_s - time->q1_s) / time->median_s, drift = drift_of(time);
    if (spread > 0.15)
        add_note(record, "noisy: quartiles %.0f%% apart", 100 * spread);
    else if (drift > 0.15)
        add_note(record, "noisy: first and last samples %.0f%% apart", 100 * drift);
    if (time->all_disturbed)
        add_note(record, "throttled: SM clock %.0f MHz", 1e-6 * time->sm_clock_hz);
}

/* Takes the samples of a record. False where one failed. */
static bool measure(struct gs_bench *bench, struct gs_record *record, gs_sample_fn *sample,
                    void *context, double budget_s)
{
    bool good = gs_take_samples(record->variant, sample, context, budget_s, &record->time);
    bench->sampled_s += record->time.wall_s;
    return good;
}

/* ---- verified, not timed --------------------------------------------------------------------- */

/* The record of a point that is verified and not timed. */
static enum gs_status conclude_untimed(struct gs_bench *bench, const struct gs_point *point,
                                       const struct gs_first_runs *trial, struct gs_error *error)
{
    const struct gs_variant *variant = point->variant;
    enum gs_residency residency = GS_RESIDENCY_HOST;
    if (variant->place == GS_DEVICE)
        residency = gs_point_residency(point);
    struct gs_record record = record_of(
        bench, point, residency, residency == GS_RESIDENCY_HOST ? GS_CACHE_WARM : GS_CACHE_ANY);
    record.answers = trial->answers;
    record.launches = trial->launches;
    record.copies = trial->finding.copies;
    record.copied_in_bytes = trial->finding.copied_in_bytes;
    record.copied_out_bytes = trial->finding.copied_out_bytes;
    return conclude(bench, &record, &trial->finding, error);
}

/* ---- CPU ------------------------------------------------------------------------------------- */

struct cpu_sampler {
    gs_run_fn *run;
    struct gs_call call;
    bool repeats;   /* GS_REPEATS */
    unsigned batch; /* runs a sample, so that the clock's own cost does not count */
    int failure;    /* what a run gave up with; nothing runs after it */
};

static struct gs_sample sample_cpu(void *context)
{
    struct cpu_sampler *sampler = context;
    unsigned calls = sampler->repeats ? 1 : sampler->batch;
    sampler->call.repeat = sampler->batch;
    double start = gs_clock_s();
    for (unsigned i = 0; i < calls && sampler->failure == 0; i++)
        sampler->failure = sampler->run(&sampler->call);
    double seconds = (gs_clock_s() - start) / sampler->batch;
    return (struct gs_sample){.seconds = sampler->failure == 0 ? seconds : -1.0};
}

/* Doubles the batch until a sample takes 20 us, a thousand times what reading the clock costs. */
static void calibrate(struct cpu_sampler *sampler)
{
    while (sampler->batch < 1u << 20 && sampler->failure == 0 &&
           sample_cpu(sampler).seconds * sampler->batch < 20e-6)
        sampler->batch *= 2;
}

/*
 * Threads that slept wake up on a few cores, one behind the other, and the system takes its time to
 * spread them: 16 of them took 0.1 s. Until then what is timed is the scheduler.
 */
static void settle(struct gs_bench *bench, struct cpu_sampler *sampler)
{
    double start = gs_clock_s(), enough_s = fmin(0.1, 0.006 * gs_cpu_threads());
    while (sampler->failure == 0 && gs_clock_s() - start < enough_s)
        sampler->failure = sampler->run(&sampler->call);
    bench->sampled_s += gs_clock_s() - start;
}

/* Ours never do; another library may, out of memory in the middle of it say. */
static enum gs_status conclude_gave_up(struct gs_bench *bench, struct gs_record *record, int code,
                                       struct gs_error *error)
{
    struct gs_finding finding = {.verdict = GS_WRONG_ANSWER};
    snprintf(finding.detail, sizeof finding.detail, "gave up with code %d while it was timed",
             code);
    return conclude(bench, record, &finding, error);
}

static enum gs_status time_cpu(struct gs_bench *bench, struct gs_arrays *arrays,
                               const struct gs_point *point, const struct gs_first_runs *trial,
                               struct gs_error *error)
{
    struct gs_record record = record_of(bench, point, GS_RESIDENCY_HOST, GS_CACHE_WARM);
    struct cpu_sampler sampler = {.run = point->variant->run,
                                  .call = gs_point_cpu_call(arrays, point),
                                  .repeats = (point->variant->traits & GS_REPEATS) != 0,
                                  .batch = 1};
    gs_arrays_reset_host(arrays); /* so that what was timed is verified, not the run before */
    if (point->variant->place == GS_CPU_PARALLEL)
        settle(bench, &sampler);
    calibrate(&sampler);
    if (!measure(bench, &record, sample_cpu, &sampler, cpu_budget_s))
        return sampler.failure != 0 ? conclude_gave_up(bench, &record, sampler.failure, error)
                                    : gs_fail(error, GS_USAGE, "out of memory for samples");
    record.time.cpu_time_s /= sampler.batch; /* of one run, as the other times are */
    record.answers = trial->answers;
    record.launches = trial->launches;
    mark_noise(&record);
    struct gs_finding finding;
    enum gs_status status = GS_OK;
    /* What is updated in place has been updated many times: only a run from the start can tell. */
    if (gs_workload_updates_in_place(point->workload))
        status = gs_run_and_verify(bench, arrays, point, &finding, error);
    else
        finding = gs_arrays_verify_host(arrays, point);
    if (status != GS_OK) {
        gs_distribution_release(&record.time);
        return status;
    }
    return conclude(bench, &record, &finding, error);
}

/* ---- device ---------------------------------------------------------------------------------- */

struct device_sampler {
    struct gs_device *device;
    struct gs_job job;
    enum gs_cache cache;
    unsigned batch;
    struct gs_graph *graph; /* of GS_RESIDENCY_GRAPH; owned */
    double stages[3][256];  /* copy in, kernel, copy out of each host-to-host sample */
    size_t stage_count;
};

static struct gs_sample sample_resident(void *context)
{
    const struct device_sampler *sampler = context;
    if (sampler->cache == GS_CACHE_COLD)
        return gs_device_sample_cold(sampler->device, &sampler->job);
    return gs_device_sample_warm(sampler->device, &sampler->job, sampler->batch);
}

static void keep_stages(struct device_sampler *sampler, const struct gs_host_run *stages)
{
    size_t i = sampler->stage_count++;
    sampler->stages[0][i] = stages->copy_in_s;
    sampler->stages[1][i] = stages->kernel_s;
    sampler->stages[2][i] = stages->copy_out_s;
}

static struct gs_sample sample_host(void *context)
{
    struct device_sampler *sampler = context;
    struct gs_host_run stages = gs_device_sample_host(sampler->device, &sampler->job);
    if (stages.total_s >= 0 && sampler->stage_count < GS_COUNT(sampler->stages[0]))
        keep_stages(sampler, &stages);
    return (struct gs_sample){.seconds = stages.total_s};
}

static struct device_sampler device_sampler_of(const struct gs_bench *bench,
                                               struct gs_arrays *arrays,
                                               const struct gs_point *point)
{
    return (struct device_sampler){
        .device = bench->device, .job = gs_point_job(arrays, point), .batch = 1};
}

/* CUDA's own words for a failure in the middle of timing. */
static enum gs_status conclude_failed(struct gs_bench *bench, struct gs_record *record,
                                      const struct gs_job *job, struct gs_error *error)
{
    struct gs_outcome outcome = gs_device_run(bench->device, job);
    bench->device_lost = outcome.lost;
    struct gs_finding finding = {.verdict = GS_LAUNCH_FAILED};
    snprintf(finding.detail, sizeof finding.detail, "failed while it was timed: %s",
             outcome.failure != NULL ? outcome.failure : "not again afterwards");
    return conclude(bench, record, &finding, error);
}

/* Enough launches a sample that the microsecond which two events cost, and their resolution of
 * 0.5 us, do not count; 32 at most, which fit behind a held stream. */
static unsigned warm_batch(struct device_sampler *sampler)
{
    const double enough_s = 200e-6;
    double once = sample_resident(sampler).seconds;
    if (once <= 0 || once >= enough_s)
        return 1;
    return once <= enough_s / 32 ? 32 : (unsigned)(enough_s / once) + 1;
}

/* A sample was of so many launches; its times are those of one. */
static void set_batch(struct gs_record *record, unsigned batch)
{
    record->time.cpu_time_s /= batch;
    record->batch = batch;
}

/* Verifies what the timed launches left on the device, and concludes with that. What is updated in
 * place has been updated many times: only a launch from the start can tell. */
static enum gs_status verify_timed(struct gs_bench *bench, struct gs_arrays *arrays,
                                   const struct gs_point *point, struct gs_record *record,
                                   struct gs_error *error)
{
    struct gs_finding finding;
    enum gs_status status;
    mark_noise(record);
    if (gs_workload_updates_in_place(point->workload))
        status = gs_run_and_verify(bench, arrays, point, &finding, error);
    else
        status = gs_arrays_verify_device(arrays, point, bench->device, &finding, error);
    if (status != GS_OK) {
        gs_distribution_release(&record->time);
        return status;
    }
    return conclude(bench, record, &finding, error);
}

static enum gs_status time_resident(struct gs_bench *bench, struct gs_arrays *arrays,
                                    const struct gs_point *point, const struct gs_first_runs *trial,
                                    enum gs_cache cache, struct gs_error *error)
{
    struct gs_record record = record_of(bench, point, GS_RESIDENCY_DEVICE, cache);
    record.answers = trial->answers;
    record.launches = trial->launches;
    struct device_sampler sampler = device_sampler_of(bench, arrays, point);
    sampler.cache = cache;
    enum gs_status status = gs_arrays_reset_device(arrays, bench->device, error);
    if (status != GS_OK)
        return status;
    if (cache == GS_CACHE_WARM)
        sampler.batch = warm_batch(&sampler);
    if (!measure(bench, &record, sample_resident, &sampler, device_budget_s))
        return conclude_failed(bench, &record, &sampler.job, error);
    set_batch(&record, sampler.batch);
    if (sampler.batch > 1)
        record.floor_s = bench->limits.empty_batch_s;
    if (record.time.median_s < 3 * record.floor_s)
        add_note(&record, "under %.0fx the launch floor", 3);
    return verify_timed(bench, arrays, point, &record, error);
}

/* Launches of one sample of GS_RESIDENCY_CALLS and GS_RESIDENCY_GRAPH: the wait for the last one
 * must not count. */
enum { CALLS = 256 };

/* The largest n at which a call costs more than its kernel. */
static const size_t largest_call = 1 << 14;

static struct gs_sample sample_calls(void *context)
{
    const struct device_sampler *sampler = context;
    if (sampler->graph != NULL)
        return gs_device_sample_graph(sampler->device, sampler->graph);
    return gs_device_sample_calls(sampler->device, &sampler->job, CALLS);
}

/* What a call takes in a loop, one launch after the other or as a graph. */
static enum gs_status time_calls(struct gs_bench *bench, struct gs_arrays *arrays,
                                 const struct gs_point *point, enum gs_residency residency,
                                 struct gs_error *error)
{
    struct gs_record record = record_of(bench, point, residency, GS_CACHE_WARM);
    struct device_sampler sampler = device_sampler_of(bench, arrays, point);
    if (residency == GS_RESIDENCY_GRAPH) {
        sampler.graph = gs_device_graph_make(bench->device, &sampler.job, CALLS);
        if (sampler.graph == NULL)
            return gs_point_record_skipped(bench, point, residency, "CUDA records no graph of it",
                                           error);
    }
    enum gs_status status = gs_arrays_reset_device(arrays, bench->device, error);
    bool good = status == GS_OK && measure(bench, &record, sample_calls, &sampler, device_budget_s);
    gs_device_graph_free(sampler.graph);
    if (status != GS_OK)
        return status;
    if (!good)
        return conclude_failed(bench, &record, &sampler.job, error);
    set_batch(&record, CALLS);
    return verify_timed(bench, arrays, point, &record, error);
}

/* Of a variant that copies for itself, whose samples tell nothing of stages. */
static bool trace_stages(const struct gs_bench *bench, struct device_sampler *sampler)
{
    enum { TRACES = 5 };
    sampler->stage_count = 0;
    while (sampler->stage_count < TRACES) {
        struct gs_host_run stages;
        if (!gs_device_trace(bench->device, &sampler->job, &stages))
            return false;
        keep_stages(sampler, &stages);
    }
    return true;
}

/*
 * The record is held against the slower direction of the bus, at the rate of pinned copies: the
 * other direction, and all kernels, can go on beside it.
 */
static bool describe_transfer(const struct gs_bench *bench, const struct gs_point *point,
                              struct device_sampler *sampler, struct gs_record *record)
{
    size_t in, out;
    gs_point_bus_bytes(point, &in, &out);
    const struct gs_device_limits *limits = &bench->limits;
    double ideal_s = fmax((double)in / limits->pinned_in_bytes_per_s,
                          (double)out / limits->pinned_out_bytes_per_s);
    record->bytes = in + out;
    record->peak_bytes_per_s = (double)(in + out) / ideal_s;
    struct gs_host_run stages;
    if (!gs_device_trace(bench->device, &sampler->job, &stages))
        return false;
    record->copies = stages.copies;
    record->copied_in_bytes = stages.in_bytes;
    record->copied_out_bytes = stages.out_bytes;
    if ((point->variant->traits & GS_OWN_COPIES) && !trace_stages(bench, sampler))
        return false;
    record->copy_in_s = gs_median(sampler->stages[0], sampler->stage_count);
    record->kernel_s = gs_median(sampler->stages[1], sampler->stage_count);
    record->copy_out_s = gs_median(sampler->stages[2], sampler->stage_count);
    return true;
}

/* Verifies what the last timed run left on the host. */
static enum gs_status verify_host_run(struct gs_bench *bench, struct gs_arrays *arrays,
                                      const struct gs_point *point, struct device_sampler *sampler,
                                      struct gs_finding *out, struct gs_error *error)
{
    if (gs_workload_updates_in_place(point->workload)) {
        gs_arrays_reset_host(arrays);
        sample_host(sampler);
    }
    return gs_arrays_verify_both(arrays, point, bench->device, out, error);
}

static enum gs_status time_host(struct gs_bench *bench, struct gs_arrays *arrays,
                                const struct gs_point *point, enum gs_residency residency,
                                struct gs_error *error)
{
    struct gs_record record = record_of(bench, point, residency, GS_CACHE_ANY);
    struct device_sampler sampler = device_sampler_of(bench, arrays, point);
    gs_arrays_reset_host(arrays);
    enum gs_status status = gs_arrays_reset_device(arrays, bench->device, error);
    if (status != GS_OK)
        return status;
    if (!measure(bench, &record, sample_host, &sampler, device_budget_s))
        return conclude_failed(bench, &record, &sampler.job, error);
    if (!describe_transfer(bench, point, &sampler, &record)) {
        gs_distribution_release(&record.time);
        return conclude_failed(bench, &record, &sampler.job, error);
    }
    mark_noise(&record);
    struct gs_finding finding;
    status = verify_host_run(bench, arrays, point, &sampler, &finding, error);
    if (status == GS_OK && gs_point_copies_inputs(point->variant))
        status = gs_arrays_restore_inputs(arrays, bench->device, error);
    if (status != GS_OK) {
        gs_distribution_release(&record.time);
        return status;
    }
    return conclude(bench, &record, &finding, error);
}

/* The last record says whether the kernel is right, and so whether timing it makes sense. */
static bool last_is_right(const struct gs_bench *bench)
{
    return bench->results->records[bench->results->count - 1].verdict == GS_RIGHT;
}

/* All times of a right kernel but those with page-locked memory. */
static enum gs_status time_kernel(struct gs_bench *bench, struct gs_arrays *arrays,
                                  const struct gs_point *point, const struct gs_first_runs *trial,
                                  struct gs_error *error)
{
    enum gs_status status = time_resident(bench, arrays, point, trial, GS_CACHE_COLD, error);
    if (status == GS_OK && last_is_right(bench))
        status = time_resident(bench, arrays, point, trial, GS_CACHE_WARM, error);
    bool by_call = bench->per_call && point->n <= largest_call;
    if (status == GS_OK && last_is_right(bench) && by_call)
        status = time_calls(bench, arrays, point, GS_RESIDENCY_CALLS, error);
    if (status == GS_OK && last_is_right(bench) && by_call && !is_peer(point))
        status = time_calls(bench, arrays, point, GS_RESIDENCY_GRAPH, error);
    bool pageable = point->sweeps_n && !(point->variant->traits & GS_ONLY_PINNED);
    if (status == GS_OK && last_is_right(bench) && pageable)
        status = time_host(bench, arrays, point, GS_RESIDENCY_PAGEABLE, error);
    return status;
}

/* ---- points ---------------------------------------------------------------------------------- */

static bool is_timed(const struct gs_bench *bench, const struct gs_point *point)
{
    bool kernel = point->variant->place == GS_DEVICE;
    return !bench->verify_only && !(kernel && simulated(bench));
}

enum gs_residency gs_point_residency(const struct gs_point *point)
{
    if (point->variant->place != GS_DEVICE)
        return GS_RESIDENCY_HOST;
    if (!(point->variant->traits & GS_OWN_COPIES))
        return GS_RESIDENCY_DEVICE;
    return point->variant->traits & GS_ONLY_PINNED ? GS_RESIDENCY_PINNED : GS_RESIDENCY_PAGEABLE;
}

bool gs_point_is_pinned(const struct gs_bench *bench, const struct gs_point *point)
{
    return point->variant->place == GS_DEVICE && point->sweeps_n && is_timed(bench, point) &&
           !(point->variant->traits & GS_ONLY_PAGEABLE);
}

enum gs_status gs_point_measure(struct gs_bench *bench, struct gs_arrays *arrays,
                                const struct gs_point *point, bool *right, struct gs_error *error)
{
    struct gs_first_runs trial;
    enum gs_status status = gs_first_runs_verify(bench, arrays, point, &trial, error);
    if (status != GS_OK)
        return status;
    *right = trial.finding.verdict == GS_RIGHT;
    if (!*right || !is_timed(bench, point))
        return conclude_untimed(bench, point, &trial, error);
    if (point->variant->place != GS_DEVICE)
        return time_cpu(bench, arrays, point, &trial, error);
    size_t before = bench->results->count;
    if (!(point->variant->traits & GS_OWN_COPIES))
        status = time_kernel(bench, arrays, point, &trial, error);
    else if (!(point->variant->traits & GS_ONLY_PINNED))
        status = time_host(bench, arrays, point, GS_RESIDENCY_PAGEABLE, error);
    *right = bench->results->count == before || (status == GS_OK && last_is_right(bench));
    return status;
}

enum gs_status gs_point_measure_pinned(struct gs_bench *bench, struct gs_arrays *arrays,
                                       const struct gs_point *point, struct gs_error *error)
{
    return time_host(bench, arrays, point, GS_RESIDENCY_PINNED, error);
}
