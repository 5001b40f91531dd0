/*
 * Whether a variant puts all of its work into the stream that it is given. A time is that between
 * two events there, and lacks what is elsewhere: a right answer would be no proof of it.
 */
#include "arrays_internal.h"
#include "first_runs.h"

#include "device.h"
#include "other_threads.h"
#include "verify.h"

#include <stdio.h>

/* "saxpy.cu:12", or nothing. */
static void say_place(const struct gs_captured *recorded, char *out, size_t size)
{
    out[0] = '\0';
    if (recorded->file != NULL)
        snprintf(out, size, " (%.80s:%d)", recorded->file, recorded->line);
}

static void say_stray(const struct gs_captured *recorded, struct gs_verification *out)
{
    char place[100];
    say_place(recorded, place, sizeof place);
    out->verdict = GS_WRONG_ANSWER;
    if (recorded->stray == GS_STRAY_LEFT)
        snprintf(out->detail, sizeof out->detail,
                 "at.stream does not wait for its work in another stream%s, so its time would lack "
                 "that work: let at.stream wait for an event behind it",
                 place);
    else
        snprintf(out->detail, sizeof out->detail,
                 "it works in another stream than at.stream%s, so its time would lack that work: "
                 "launch as kernel<<<blocks, threads, 0, at.stream>>>",
                 place);
}

static void say_late(struct gs_verification *out)
{
    out->verdict = GS_WRONG_ANSWER;
    snprintf(out->detail, sizeof out->detail,
             "a thread of the program goes on with its work after the variant has returned, so its "
             "time would lack that work: let the variant wait for the thread");
}

static enum gs_status find_late(struct gs_arrays *arrays, const struct gs_job *job,
                                struct gs_device *device, struct gs_verification *out,
                                struct gs_error *error)
{
    bool late = false;
    enum gs_status status = gs_arrays_reset_device(arrays, device, error);
    if (status == GS_OK)
        status = gs_device_find_late(device, job, &late, error);
    if (status == GS_OK && late)
        say_late(out);
    return status;
}

void gs_find_late_host(struct gs_arrays *arrays, const struct gs_point *point,
                       struct gs_verification *out)
{
    uint64_t returned[GS_MOST_ARRAYS];
    size_t threads = gs_threads_count();
    size_t count = point->workload->array_count;
    struct gs_call call = gs_point_cpu_call(arrays, point);
    call.repeat = 1;
    gs_arrays_reset_host(arrays);
    if (point->variant->run(&call) != 0)
        return;                      /* it is told elsewhere */
    for (size_t i = count; i-- > 0;) /* outputs come last, mostly */
        returned[i] = gs_guarded_fingerprint_host(&arrays->host[i]);
    gs_threads_settle(threads);
    for (size_t i = 0; i < count; i++) {
        if (gs_guarded_fingerprint_host(&arrays->host[i]) != returned[i])
            say_late(out);
    }
}

enum gs_status gs_find_stray(struct gs_arrays *arrays, const struct gs_point *point,
                             struct gs_device *device, struct gs_captured *recorded,
                             struct gs_first_runs *out, struct gs_error *error)
{
    struct gs_job job = gs_point_job(arrays, point);
    enum gs_status status = gs_device_find_waiting(device, &job, &out->waits, error);
    if (status == GS_OK)
        status = gs_arrays_reset_device(arrays, device, error);
    if (status == GS_OK)
        status = gs_device_record(device, &job, out->waits, recorded, error);
    if (status == GS_OK && recorded->stray != GS_STRAY_NONE)
        say_stray(recorded, &out->verification);
    if (status == GS_OK && recorded->stray == GS_STRAY_NONE)
        status = find_late(arrays, &job, device, &out->verification, error);
    return status;
}

enum gs_status gs_replay_recorded(struct gs_arrays *arrays, const struct gs_point *point,
                                  struct gs_device *device, const struct gs_captured *recorded,
                                  struct gs_verification *out, struct gs_error *error)
{
    struct gs_verification found;
    enum gs_status status = gs_arrays_reset_device(arrays, device, error);
    if (status != GS_OK)
        return status;
    const char *failure = gs_device_replay(device, recorded);
    if (failure != NULL)
        return gs_fail(error, GS_SYSTEM_FAILED, "a recorded launch: %s", failure);
    status = gs_verify_device(arrays, point, device, &found, error);
    if (status != GS_OK || found.verdict == GS_RIGHT)
        return status;
    *out = found;
    snprintf(out->detail, sizeof out->detail,
             "not all of its work is in at.stream, so its time would lack the rest; what is in "
             "at.stream leaves: %.150s",
             found.detail);
    return GS_OK;
}
