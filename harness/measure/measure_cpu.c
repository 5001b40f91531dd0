#include "measure_parts.h"

#include "clock.h"
#include "cpu.h"
#include "make_record.h"

#include <math.h>
#include <stdio.h>

/* Wall time for the samples of one record. */
static const double budget_s = 0.15;

struct cpu_sampler {
    gs_run_fn *run;
    struct gs_call call;
    bool repeats;   /* GS_REPEATS */
    unsigned batch; /* runs a sample, so that the clock's own cost does not count */
    int failure;    /* the code that a run failed with; nothing runs after it */
    char reason[GS_REASON_BYTES];
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
static void spread_threads(struct gs_bench *bench, struct cpu_sampler *sampler)
{
    double start = gs_clock_s(), enough_s = fmin(0.1, 0.006 * gs_cpu_threads());
    while (sampler->failure == 0 && gs_clock_s() - start < enough_s)
        sampler->failure = sampler->run(&sampler->call);
    bench->sampled_s += gs_clock_s() - start;
}

enum gs_status gs_measure_cpu(struct gs_bench *bench, struct gs_arrays *arrays,
                              const struct gs_point *point, const struct gs_first_runs *first,
                              struct gs_error *error)
{
    struct gs_record record = gs_record_make(bench, point, GS_RESIDENCY_HOST, GS_CACHE_WARM);
    struct cpu_sampler sampler = {.run = point->variant->run,
                                  .call = gs_point_cpu_call(arrays, point),
                                  .repeats = (point->variant->traits & GS_REPEATS) != 0,
                                  .batch = 1};
    sampler.call.reason = sampler.reason;
    gs_arrays_reset_host(arrays); /* so that what was timed is verified, not the run before */
    if (point->variant->place == GS_CPU_PARALLEL)
        spread_threads(bench, &sampler);
    calibrate(&sampler);
    bool good = gs_record_take_samples(bench, &record, sample_cpu, &sampler, budget_s);
    if (!good && sampler.failure == 0)
        return gs_fail(error, GS_SYSTEM_FAILED, "out of memory for samples");
    record.time.cpu_time_s /= sampler.batch; /* of one run, as the other times are */
    record.answers = first->answers;
    record.launches = first->launches;
    struct gs_verification verification;
    enum gs_status status = GS_OK;
    if (good) {
        status = gs_verify_after_timing(bench, arrays, point, &verification, error);
    } else { /* ours never do; another library may, out of memory in the middle of it say */
        gs_verify_host(arrays, point); /* mends what it may have damaged */
        verification = (struct gs_verification){.verdict = GS_WRONG_ANSWER};
        gs_say_run_failed("failed while it was timed", sampler.failure, sampler.reason,
                          &verification);
    }
    return gs_record_finish_timed(bench, &record, status, &verification, error);
}
