#include "make_record.h"

#include "cpu.h"
#include "processor.h"
#include "dtype.h"
#include "limit_of_point.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

struct gs_record gs_record_make(const struct gs_bench *bench, const struct gs_point *point,
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
        .simulated = !on_cpu && gs_bench_is_simulated(bench),
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
    struct gs_point_limit limit =
        gs_limit_of_point(point, residency, cache, &bench->limits, &bench->cpu);
    snprintf(record.limit, sizeof record.limit, "%s", gs_limit_name(limit.limit));
    record.limit_s = limit.seconds;
    return record;
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

void gs_record_mark_short(struct gs_record *record)
{
    if (record->time.median_s < 3 * record->floor_s)
        add_note(record, "under %.0fx the launch floor", 3);
}

/* Quartiles or ends that far apart say that something else was going on, or has changed. */
void gs_record_mark_noise(struct gs_record *record)
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
bool gs_record_take_samples(struct gs_bench *bench, struct gs_record *record, gs_sample_fn *sample,
                            void *context, double budget_s)
{
    bool good = gs_take_samples(record->variant, sample, context, budget_s, &record->time);
    bench->sampled_s += record->time.wall_s;
    return good;
}

enum gs_status gs_record_finish(struct gs_bench *bench, struct gs_record *record,
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

enum gs_status gs_record_finish_timed(struct gs_bench *bench, struct gs_record *record,
                                      enum gs_status status, const struct gs_finding *finding,
                                      struct gs_error *error)
{
    if (status != GS_OK) {
        gs_distribution_release(&record->time);
        return status;
    }
    if (record->time.count > 0)
        gs_record_mark_noise(record);
    return gs_record_finish(bench, record, finding, error);
}

enum gs_status gs_point_record_ended(struct gs_bench *bench, const struct gs_point *point,
                                     enum gs_residency residency, enum gs_verdict verdict,
                                     const char *why, struct gs_error *error)
{
    struct gs_record record = gs_record_make(bench, point, residency, GS_CACHE_ANY);
    struct gs_finding finding = {.verdict = verdict};
    snprintf(finding.detail, sizeof finding.detail, "%s", why);
    return gs_record_finish(bench, &record, &finding, error);
}

enum gs_status gs_point_record_skipped(struct gs_bench *bench, const struct gs_point *point,
                                       enum gs_residency residency, const char *why,
                                       struct gs_error *error)
{
    return gs_point_record_ended(bench, point, residency, GS_SKIPPED, why, error);
}
