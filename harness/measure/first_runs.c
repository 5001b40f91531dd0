#include "first_runs.h"

#include "arrays_internal.h"

#include <stdio.h>

struct gs_call gs_point_cpu_call(struct gs_arrays *arrays, const struct gs_point *point)
{
    return (struct gs_call){.dtype = point->dtype,
                            .n = point->n,
                            .grid = point->grid,
                            .block = point->block,
                            .scalars = arrays->scalars,
                            .arrays = arrays->host_data};
}

struct gs_job gs_point_job(struct gs_arrays *arrays, const struct gs_point *point)
{
    struct gs_job job = {.run = point->variant->run,
                         .traits = point->variant->traits,
                         .call = gs_point_cpu_call(arrays, point),
                         .arrays = point->workload->arrays,
                         .array_count = point->workload->array_count,
                         .host = arrays->host,
                         .device = arrays->device,
                         .parts = arrays->parts};
    job.call.arrays = arrays->device_data;
    job.call.host = arrays->host_data;
    return job;
}

void gs_say_run_failed(const char *how, int code, const char *reason, struct gs_verification *out)
{
    if (reason[0] != '\0')
        snprintf(out->detail, sizeof out->detail, "%s: %s", how, reason);
    else
        snprintf(out->detail, sizeof out->detail, "%s with code %d", how, code);
}

/* A variant that cannot run here says why, or it is what it needs. */
static void say_skipped(const struct gs_point *point, const char *reason,
                        struct gs_verification *out)
{
    bool says = reason[0] != '\0';
    *out = (struct gs_verification){.verdict = GS_SKIPPED};
    snprintf(out->detail, sizeof out->detail, "%s%s", says ? "" : "needs ",
             says ? reason : point->variant->needs);
}

static void verify_cpu(struct gs_arrays *arrays, const struct gs_point *point,
                       struct gs_verification *out)
{
    struct gs_call call = gs_point_cpu_call(arrays, point);
    char reason[GS_REASON_BYTES] = "";
    call.reason = reason;
    gs_arrays_reset_host(arrays);
    int failure = point->variant->run(&call);
    *out = gs_verify_host(arrays, point);
    if (failure == GS_NOT_SUPPORTED && point->variant->needs != NULL) {
        say_skipped(point, reason, out);
    } else if (failure != 0) {
        out->verdict = GS_WRONG_ANSWER;
        gs_say_run_failed("failed", failure, reason, out);
    }
}

/* The variant's or CUDA's words for a run that failed, or what it would take. */
static void say_failed(const struct gs_point *point, const struct gs_outcome *outcome,
                       const char *reason, struct gs_verification *out)
{
    *out = (struct gs_verification){.verdict = GS_LAUNCH_FAILED};
    if (outcome->unsupported && !outcome->lost && point->variant->needs != NULL)
        say_skipped(point, reason, out);
    else
        snprintf(out->detail, sizeof out->detail, "%s",
                 reason[0] != '\0' ? reason : outcome->failure);
}

bool gs_point_copies_inputs(const struct gs_variant *variant)
{
    return (variant->traits & GS_OWN_COPIES) && !(variant->traits & GS_INPUTS_ON_DEVICE);
}

/* Arrays as a run must find them; a variant that copies for itself starts from the host's. */
static enum gs_status reset(struct gs_arrays *arrays, const struct gs_variant *variant,
                            struct gs_device *device, struct gs_error *error)
{
    if (variant->traits & GS_OWN_COPIES)
        gs_arrays_reset_host(arrays);
    enum gs_status status = gs_arrays_reset_device(arrays, device, error);
    if (status == GS_OK && gs_point_copies_inputs(variant))
        status = gs_arrays_poison_inputs(arrays, device, error);
    return status;
}

static enum gs_status verify_on_device(struct gs_bench *bench, struct gs_arrays *arrays,
                                       const struct gs_point *point, struct gs_verification *out,
                                       struct gs_error *error)
{
    struct gs_job job = gs_point_job(arrays, point);
    char reason[GS_REASON_BYTES] = "";
    job.call.reason = reason;
    enum gs_status status = reset(arrays, point->variant, bench->device, error);
    if (status != GS_OK)
        return status;
    struct gs_outcome outcome = gs_device_run(bench->device, &job);
    bench->device_lost = outcome.lost;
    if (outcome.failure != NULL)
        say_failed(point, &outcome, reason, out);
    else if (point->variant->traits & GS_OWN_COPIES)
        status = gs_verify_both(arrays, point, bench->device, out, error);
    else
        status = gs_verify_device(arrays, point, bench->device, out, error);
    out->copies = outcome.copies;
    out->copied_in_bytes = outcome.copied_in_bytes;
    out->copied_out_bytes = outcome.copied_out_bytes;
    if (status != GS_OK || outcome.lost)
        return status;
    if (outcome.failure != NULL) /* what it left is not to be found by the next variant */
        return gs_mend_arrays(arrays, bench->device, error);
    return gs_point_copies_inputs(point->variant)
               ? gs_arrays_restore_inputs(arrays, bench->device, error)
               : GS_OK;
}

enum gs_status gs_run_and_verify(struct gs_bench *bench, struct gs_arrays *arrays,
                                 const struct gs_point *point, struct gs_verification *out,
                                 struct gs_error *error)
{
    if (point->variant->place == GS_DEVICE)
        return verify_on_device(bench, arrays, point, out, error);
    verify_cpu(arrays, point, out);
    return GS_OK;
}

enum { RACE_LAUNCHES = 6 };

/* A race may lose updates, this time or that; whatever else goes wrong outweighs it. */
static bool is_worse(enum gs_verdict found, enum gs_verdict before)
{
    return before == GS_RIGHT
               ? found != GS_RIGHT
               : before == GS_LOST_UPDATES && found != GS_RIGHT && found != GS_LOST_UPDATES;
}

static bool may_race(const struct gs_verification *verification)
{
    return verification->verdict == GS_RIGHT || verification->verdict == GS_LOST_UPDATES;
}

bool gs_point_is_of_kernel_file(const struct gs_point *point)
{
    return point->lesson->source != NULL && !(point->variant->traits & GS_PEER);
}

/* Whether a kernel ran to its end, in a stream of ours. */
static bool ran_in_stream(const struct gs_bench *bench, const struct gs_point *point,
                          const struct gs_verification *verification)
{
    bool ended = verification->verdict == GS_RIGHT || verification->verdict == GS_WRONG_ANSWER;
    return point->variant->place == GS_DEVICE && ended && !bench->device_lost &&
           point->variant->devices <= 1 && !(point->variant->traits & GS_OWN_COPIES);
}

/* Runs before this one were right: says when it was, where it is not. */
static void say_when(const char *when, struct gs_verification *out)
{
    struct gs_verification found = *out;
    if (found.verdict != GS_RIGHT)
        snprintf(out->detail, sizeof out->detail, "%s: %.190s", when, found.detail);
}

/* References of some files take n steps an element: of what is more than this, an answer is
 * compared only where it is the one to other inputs. */
enum { MOST_BYTES_AGAIN = 1 << 16 };

/*
 * Whether it computes its answer from its inputs, and all of it in its stream: with others at the
 * same addresses, it is right too. One that keeps an answer, by address or by n, is not. What was
 * recorded comes first: a run would do what it lacks.
 */
static enum gs_status run_over_other_inputs(struct gs_bench *bench, struct gs_arrays *arrays,
                                            const struct gs_point *point,
                                            const struct gs_captured *recorded,
                                            struct gs_verification *out, struct gs_error *error)
{
    enum gs_status status = GS_OK;
    if (recorded->graph != NULL)
        status = gs_replay_recorded(arrays, point, bench->device, recorded, out, error);
    if (status != GS_OK || out->verdict != GS_RIGHT)
        return status;
    struct gs_verification again;
    status = gs_run_and_verify(bench, arrays, point, &again, error);
    if (status != GS_OK || again.verdict == GS_RIGHT)
        return status;
    *out = again;
    say_when("right at first, and not with other values in its inputs", out);
    return GS_OK;
}

static enum gs_status verify_with_other_inputs(struct gs_bench *bench, struct gs_arrays *arrays,
                                               const struct gs_point *point,
                                               const struct gs_captured *recorded,
                                               struct gs_verification *out, struct gs_error *error)
{
    uint64_t seed = arrays->seed;
    struct gs_device *device = arrays->device[0].base != NULL ? bench->device : NULL;
    enum gs_status status = gs_arrays_change_seed(arrays, point, ~seed, device, error);
    arrays->suspect = out->answer;
    arrays->only_suspect = gs_point_bytes(point) > MOST_BYTES_AGAIN;
    if (status == GS_OK)
        status = run_over_other_inputs(bench, arrays, point, recorded, out, error);
    arrays->only_suspect = false;
    if (status != GS_OK || bench->device_lost)
        return status;
    return gs_arrays_change_seed(arrays, point, seed, device, error);
}

/* What lessons' variants do not do, for there tests say so. */
static enum gs_status look_at_users_variant(struct gs_bench *bench, struct gs_arrays *arrays,
                                            const struct gs_point *point, struct gs_first_runs *out,
                                            struct gs_error *error)
{
    struct gs_captured recorded = {0};
    struct gs_verification *verification = &out->verification;
    enum gs_status status = GS_OK;
    if (ran_in_stream(bench, point, verification))
        status = gs_find_stray(arrays, point, bench->device, &recorded, out, error);
    bool is_stray = recorded.stray != GS_STRAY_NONE;
    if (point->variant->place != GS_DEVICE && verification->verdict == GS_RIGHT)
        gs_find_late_host(arrays, point, verification);
    if (status == GS_OK && verification->verdict == GS_RIGHT)
        status = verify_with_other_inputs(bench, arrays, point, &recorded, verification, error);
    gs_recorded_release(&recorded);
    if (status == GS_OK && !is_stray && ran_in_stream(bench, point, verification))
        status = gs_find_read_output(arrays, point, bench->device, verification, error);
    return status;
}

enum gs_status gs_first_runs_verify(struct gs_bench *bench, struct gs_arrays *arrays,
                                    const struct gs_point *point, struct gs_first_runs *out,
                                    struct gs_error *error)
{
    *out = (struct gs_first_runs){0};
    enum gs_status status = gs_run_and_verify(bench, arrays, point, &out->verification, error);
    if (status == GS_OK && gs_point_is_of_kernel_file(point))
        status = look_at_users_variant(bench, arrays, point, out, error);
    if (status != GS_OK || point->variant->flaw != GS_RACES || !may_race(&out->verification))
        return status;
    uint64_t answers[RACE_LAUNCHES] = {out->verification.answer};
    out->answers = out->launches = 1;
    while (out->launches < RACE_LAUNCHES && may_race(&out->verification)) {
        struct gs_verification verification;
        status = gs_run_and_verify(bench, arrays, point, &verification, error);
        if (status != GS_OK)
            return status;
        unsigned known = 0;
        while (known < out->answers && answers[known] != verification.answer)
            known++;
        if (known == out->answers)
            answers[out->answers++] = verification.answer;
        out->launches++;
        if (is_worse(verification.verdict, out->verification.verdict))
            out->verification = verification;
    }
    return GS_OK;
}

/* One that does its work in every second or third run only is not right in so many in a row. */
enum { RUNS_AFTER_TIMING = 3 };

enum gs_status gs_verify_after_timing(struct gs_bench *bench, struct gs_arrays *arrays,
                                      const struct gs_point *point, struct gs_verification *out,
                                      struct gs_error *error)
{
    enum gs_status status = GS_OK;
    if (gs_workload_updates_in_place(point->workload))
        status = gs_run_and_verify(bench, arrays, point, out, error);
    else if (point->variant->place == GS_DEVICE)
        status = gs_verify_device(arrays, point, bench->device, out, error);
    else
        *out = gs_verify_host(arrays, point);
    unsigned runs = gs_point_is_of_kernel_file(point) ? RUNS_AFTER_TIMING : 0;
    while (status == GS_OK && out->verdict == GS_RIGHT && runs-- > 0)
        status = gs_run_and_verify(bench, arrays, point, out, error);
    if (status == GS_OK)
        say_when("right at first, and no longer once it was timed", out);
    return status;
}
