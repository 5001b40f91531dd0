#include "measure_parts.h"

#include "make_record.h"

#include <math.h>
#include <stdio.h>

/* Wall time for the samples of one record. */
static const double budget_s = 0.10;

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

static void keep_stages(struct device_sampler *sampler, const struct gs_host_run *run)
{
    size_t i = sampler->stage_count++;
    sampler->stages[0][i] = run->copy_in_s;
    sampler->stages[1][i] = run->kernel_s;
    sampler->stages[2][i] = run->copy_out_s;
}

static struct gs_sample sample_host(void *context)
{
    struct device_sampler *sampler = context;
    struct gs_host_run run = gs_device_sample_host(sampler->device, &sampler->job);
    if (run.total_s >= 0 && sampler->stage_count < GS_COUNT(sampler->stages[0]))
        keep_stages(sampler, &run);
    return (struct gs_sample){.seconds = run.total_s};
}

static struct device_sampler device_sampler_of(const struct gs_bench *bench,
                                               struct gs_arrays *arrays,
                                               const struct gs_point *point)
{
    return (struct device_sampler){
        .device = bench->device, .job = gs_point_job(arrays, point), .batch = 1};
}

/* The variant's or CUDA's words for a failure in the middle of timing. What the failed runs left in
 * the arrays is not to be found by the next variant. */
static enum gs_status finish_failed(struct gs_bench *bench, struct gs_arrays *arrays,
                                    struct gs_record *record, const struct gs_job *job,
                                    struct gs_error *error)
{
    struct gs_job again = *job;
    char reason[GS_REASON_BYTES] = "";
    again.call.reason = reason;
    struct gs_outcome outcome = gs_device_run(bench->device, &again);
    bench->device_lost = outcome.lost;
    struct gs_verification verification = {.verdict = GS_LAUNCH_FAILED};
    snprintf(verification.detail, sizeof verification.detail, "failed while it was timed: %s",
             outcome.failure == NULL ? "not again afterwards"
             : reason[0] != '\0'     ? reason
                                     : outcome.failure);
    enum gs_status status = outcome.lost ? GS_OK : gs_mend_arrays(arrays, bench->device, error);
    return gs_record_finish_timed(bench, record, status, &verification, error);
}

/* Enough launches a sample that the microsecond which two events cost, and their resolution of
 * 0.5 us, do not count; 32 at most, for a stream takes some hundred operations before it makes the
 * host wait. */
static unsigned batch_for(double once_s)
{
    const double enough_s = 200e-6;
    if (once_s <= 0 || once_s >= enough_s)
        return 1;
    return once_s <= enough_s / 32 ? 32 : (unsigned)(enough_s / once_s) + 1;
}

/* Where calls that are queued behind one another take over twice the time of one call each, as
 * launches of a graph with many branches do, a sample is of one. */
static unsigned warm_batch(struct device_sampler *sampler)
{
    const double once_s = sample_resident(sampler).seconds;
    sampler->batch = batch_for(once_s);
    if (sampler->batch == 1)
        return 1;
    return sample_resident(sampler).seconds > 2 * once_s ? 1 : sampler->batch;
}

/* A sample was of so many launches; its times are those of one. */
static void set_batch(struct gs_record *record, unsigned batch)
{
    record->time.cpu_time_s /= batch;
    record->batch = batch;
}

static enum gs_status finish_resident(struct gs_bench *bench, struct gs_arrays *arrays,
                                      const struct gs_point *point, struct gs_record *record,
                                      struct gs_error *error)
{
    struct gs_verification verification;
    enum gs_status status = gs_verify_after_timing(bench, arrays, point, &verification, error);
    return gs_record_finish_timed(bench, record, status, &verification, error);
}

static enum gs_status time_resident(struct gs_bench *bench, struct gs_arrays *arrays,
                                    const struct gs_point *point, const struct gs_first_runs *first,
                                    enum gs_cache cache, struct gs_error *error)
{
    struct gs_record record = gs_record_make(bench, point, GS_RESIDENCY_DEVICE, cache);
    record.answers = first->answers;
    record.launches = first->launches;
    struct device_sampler sampler = device_sampler_of(bench, arrays, point);
    sampler.cache = cache;
    sampler.job.waits = first->waits;
    enum gs_status status = gs_arrays_reset_device(arrays, bench->device, error);
    if (status != GS_OK)
        return status;
    if (cache == GS_CACHE_WARM)
        sampler.batch = warm_batch(&sampler);
    if (!gs_record_take_samples(bench, &record, sample_resident, &sampler, budget_s))
        return finish_failed(bench, arrays, &record, &sampler.job, error);
    set_batch(&record, sampler.batch);
    if (sampler.batch > 1)
        record.floor_s = bench->limits.empty_batch_s;
    gs_record_mark_short(&record);
    return finish_resident(bench, arrays, point, &record, error);
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
    struct gs_record record = gs_record_make(bench, point, residency, GS_CACHE_WARM);
    struct device_sampler sampler = device_sampler_of(bench, arrays, point);
    if (residency == GS_RESIDENCY_GRAPH) {
        sampler.graph = gs_device_graph_make(bench->device, &sampler.job, CALLS);
        if (sampler.graph == NULL)
            return gs_point_record_skipped(bench, point, residency, "CUDA records no graph of it",
                                           error);
    }
    enum gs_status status = gs_arrays_reset_device(arrays, bench->device, error);
    bool good =
        status == GS_OK && gs_record_take_samples(bench, &record, sample_calls, &sampler, budget_s);
    gs_device_graph_free(sampler.graph);
    if (status != GS_OK)
        return status;
    if (!good)
        return finish_failed(bench, arrays, &record, &sampler.job, error);
    set_batch(&record, CALLS);
    return finish_resident(bench, arrays, point, &record, error);
}

/* Of a variant that copies for itself, whose samples tell nothing of stages. */
static bool trace_stages(const struct gs_bench *bench, struct device_sampler *sampler)
{
    enum { TRACES = 5 };
    sampler->stage_count = 0;
    while (sampler->stage_count < TRACES) {
        struct gs_host_run run;
        if (!gs_device_trace(bench->device, &sampler->job, &run))
            return false;
        keep_stages(sampler, &run);
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
    struct gs_host_run run;
    if (!gs_device_trace(bench->device, &sampler->job, &run))
        return false;
    record->copies = run.copies;
    record->copied_in_bytes = run.in_bytes;
    record->copied_out_bytes = run.out_bytes;
    if ((point->variant->traits & GS_OWN_COPIES) && !trace_stages(bench, sampler))
        return false;
    record->copy_in_s = gs_median(sampler->stages[0], sampler->stage_count);
    record->kernel_s = gs_median(sampler->stages[1], sampler->stage_count);
    record->copy_out_s = gs_median(sampler->stages[2], sampler->stage_count);
    return true;
}

/* Verifies what the last timed run left on the host; where more than one may be needed to tell, one
 * more from the start. */
static enum gs_status verify_host_run(struct gs_bench *bench, struct gs_arrays *arrays,
                                      const struct gs_point *point, struct device_sampler *sampler,
                                      struct gs_verification *out, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    bool in_place = gs_workload_updates_in_place(point->workload);
    bool of_kernel_file = gs_point_is_of_kernel_file(point);
    if (!in_place)
        status = gs_verify_both(arrays, point, bench->device, out, error);
    if (status != GS_OK || (!in_place && (!of_kernel_file || out->verdict != GS_RIGHT)))
        return status;
    gs_arrays_reset_host(arrays);
    if (of_kernel_file) /* its outputs are not copied in, and are not to be there already */
        status = gs_arrays_reset_device(arrays, bench->device, error);
    if (status != GS_OK)
        return status;
    sample_host(sampler);
    return gs_verify_both(arrays, point, bench->device, out, error);
}

enum gs_status gs_measure_host_to_host(struct gs_bench *bench, struct gs_arrays *arrays,
                                       const struct gs_point *point, enum gs_residency residency,
                                       struct gs_error *error)
{
    struct gs_record record = gs_record_make(bench, point, residency, GS_CACHE_ANY);
    struct device_sampler sampler = device_sampler_of(bench, arrays, point);
    gs_arrays_reset_host(arrays);
    enum gs_status status = gs_arrays_reset_device(arrays, bench->device, error);
    if (status != GS_OK)
        return status;
    if (!gs_record_take_samples(bench, &record, sample_host, &sampler, budget_s))
        return finish_failed(bench, arrays, &record, &sampler.job, error);
    /* Before anything else runs: a traced run does the same in one stream. */
    struct gs_verification verification;
    status = verify_host_run(bench, arrays, point, &sampler, &verification, error);
    if (status == GS_OK && verification.verdict == GS_RIGHT &&
        !describe_transfer(bench, point, &sampler, &record))
        return finish_failed(bench, arrays, &record, &sampler.job, error);
    if (status == GS_OK && gs_point_copies_inputs(point->variant))
        status = gs_arrays_restore_inputs(arrays, bench->device, error);
    return gs_record_finish_timed(bench, &record, status, &verification, error);
}

bool gs_more_times_make_sense(const struct gs_bench *bench)
{
    enum gs_verdict verdict = bench->results->records[bench->results->count - 1].verdict;
    return verdict == GS_RIGHT || verdict == GS_SKIPPED;
}

enum gs_status gs_measure_kernel(struct gs_bench *bench, struct gs_arrays *arrays,
                                 const struct gs_point *point, const struct gs_first_runs *first,
                                 struct gs_error *error)
{
    enum gs_status status = time_resident(bench, arrays, point, first, GS_CACHE_COLD, error);
    if (status == GS_OK && gs_more_times_make_sense(bench))
        status = time_resident(bench, arrays, point, first, GS_CACHE_WARM, error);
    if (!bench->per_call || point->variant->devices > 1 || point->n > largest_call)
        return status;
    if (status == GS_OK && gs_more_times_make_sense(bench))
        status = time_calls(bench, arrays, point, GS_RESIDENCY_CALLS, error);
    if (status == GS_OK && gs_more_times_make_sense(bench) && !(point->variant->traits & GS_PEER))
        status = time_calls(bench, arrays, point, GS_RESIDENCY_GRAPH, error);
    return status;
}
