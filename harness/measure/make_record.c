#include "make_record.h"

#include "cpu.h"
#include "limit_of_point.h"
#include "processor.h"

#include <stdio.h>

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

static unsigned devices_of(const struct gs_point *point)
{
    return point->variant->devices > 1 ? point->variant->devices : 1;
}

static enum gs_record_place place_of(const struct gs_point *point)
{
    if (is_peer(point))
        return GS_PLACE_PEER;
    return point->variant->place == GS_DEVICE ? GS_PLACE_DEVICE : GS_PLACE_CPU;
}

struct gs_record gs_record_make(const struct gs_bench *bench, const struct gs_point *point,
                                enum gs_residency residency, enum gs_cache cache)
{
    const struct gs_workload *workload = point->workload;
    bool on_cpu = point->variant->place != GS_DEVICE;
    size_t bytes = workload->traffic == NULL ? 0 : workload->traffic(point->dtype, point->n);
    struct gs_record record = {
        .lesson = point->lesson->number,
        .place = place_of(point),
        .dtype = point->dtype,
        .residency = residency,
        .cache = cache,
        .n = point->n,
        .grid = point->grid,
        .block = point->block,
        .bytes = bytes,
        .threads = threads_of(point->variant),
        .devices = on_cpu ? 0 : devices_of(point),
        .simulated = !on_cpu && gs_bench_is_simulated(bench),
        .floor_s = on_cpu ? 0 : bench->limits.empty_kernel_s,
        .peak_bytes_per_s = on_cpu ? bench->cpu.copy_bytes_per_s
                                   : devices_of(point) * bench->limits.copy_bytes_per_s,
    };
    snprintf(record.workload, sizeof record.workload, "%s", point->workload->name);
    snprintf(record.variant, sizeof record.variant, "%s", point->variant->name);
    snprintf(record.device, sizeof record.device, "%s",
             on_cpu ? gs_cpu_name() : bench->facts->name);
    struct gs_point_limit limit =
        gs_limit_of_point(point, residency, cache, &bench->limits, &bench->cpu);
    record.limit = limit.limit;
    record.limit_s = limit.seconds;
    return record;
}

/* Takes the samples of a record. False where one failed. */
bool gs_record_take_samples(struct gs_bench *bench, struct gs_record *record, gs_sample_fn *sample,
                            void *context, double budget_s)
{
    double share_s = bench->processes > 1 ? budget_s / bench->processes : budget_s;
    bool good = gs_take_samples(record->variant, sample, context, share_s, &record->time);
    bench->sampled_s += record->time.wall_s;
    return good;
}

enum gs_status gs_record_finish(struct gs_bench *bench, struct gs_record *record,
                                const struct gs_verification *verification, struct gs_error *error)
{
    record->verdict = verification->verdict;
    if (verification->verdict != GS_LOST_UPDATES && verification->verdict != GS_PARTIAL) {
        record->max_error = verification->max_error;
        record->max_ulp = verification->max_ulp;
    }
    record->lost = verification->lost;
    snprintf(record->detail, sizeof record->detail, "%s", verification->detail);
    snprintf(record->values, sizeof record->values, "%s", verification->values);
    if (record->verdict != GS_RIGHT)
        gs_distribution_release(&record->time);
    return gs_results_append(bench->results, record, error);
}

enum gs_status gs_record_finish_timed(struct gs_bench *bench, struct gs_record *record,
                                      enum gs_status status,
                                      const struct gs_verification *verification,
                                      struct gs_error *error)
{
    if (status != GS_OK) {
        gs_distribution_release(&record->time);
        return status;
    }
    if (record->time.count > 0)
        gs_record_mark_noise(record);
    if (record->time.system_s > 0 && verification->verdict == GS_RIGHT) {
        struct gs_verification untimed = {.verdict = GS_SKIPPED};
        snprintf(untimed.detail, sizeof untimed.detail,
                 "the clock was changed: while it was timed, %.3g s passed by clock_gettime(), and "
                 "%.3g s by the system's own clock",
                 record->time.wall_s, record->time.system_s);
        return gs_record_finish(bench, record, &untimed, error);
    }
    return gs_record_finish(bench, record, verification, error);
}

enum gs_status gs_point_record_ended(struct gs_bench *bench, const struct gs_point *point,
                                     enum gs_residency residency, enum gs_verdict verdict,
                                     const char *why, struct gs_error *error)
{
    struct gs_record record = gs_record_make(bench, point, residency, GS_CACHE_ANY);
    struct gs_verification verification = {.verdict = verdict};
    snprintf(verification.detail, sizeof verification.detail, "%s", why);
    return gs_record_finish(bench, &record, &verification, error);
}

enum gs_status gs_point_record_skipped(struct gs_bench *bench, const struct gs_point *point,
                                       enum gs_residency residency, const char *why,
                                       struct gs_error *error)
{
    return gs_point_record_ended(bench, point, residency, GS_SKIPPED, why, error);
}
