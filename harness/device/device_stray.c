/*
 * Where a job's work is. A time is that between two events in the device's stream: it lacks what a
 * job queues elsewhere. The simulator sees each call. On a GPU the stream is recorded as a graph
 * while the job queues its work (CUDA's stream capture): what is in the stream is not run then, so
 * an array that has changed was changed by work elsewhere, and a recording that other work depends
 * on cannot be ended. A job that cannot be recorded, one that waits for its own work say, is run
 * behind a hold instead.
 */
#include "device_internal.h"

#include "clock.h"

#ifdef GRIDSTRIDE_SIMT

#include <simt/watch.h>

enum gs_status gs_device_find_waiting(struct gs_device *device, const struct gs_job *job,
                                      bool *waits, struct gs_error *error)
{
    (void)device, (void)job, (void)error;
    *waits = false; /* nobody is hindered by it */
    return GS_OK;
}

enum gs_status gs_device_record(struct gs_device *device, const struct gs_job *job, bool waits,
                                struct gs_captured *out, struct gs_error *error)
{
    static const enum gs_stray strays[] = {[SIMT_STRAY_NONE] = GS_STRAY_NONE,
                                           [SIMT_STRAY_BESIDE] = GS_STRAY_BESIDE,
                                           [SIMT_STRAY_LEFT] = GS_STRAY_LEFT};
    (void)waits, (void)error;
    simt_watch_begin(device->stream);
    gs_job_queue(device, job, NULL, false);
    struct simt_strayed found = simt_watch_end();
    gs_job_wait(device);
    cudaGetLastError();
    *out =
        (struct gs_captured){.stray = strays[found.stray], .file = found.file, .line = found.line};
    return GS_OK;
}

const char *gs_device_replay(struct gs_device *device, const struct gs_captured *recorded)
{
    (void)device, (void)recorded;
    return NULL;
}

#else

#include "device_graph.h"

/* Work that waits for nothing has begun, and most of it has ended, within a hold of 0.1 s. */
enum { HELD_CYCLES = GS_HOLD_CYCLES / 10 };

/* A launcher takes microseconds: one that takes that long waits for the stream. */
static const double longest_launch_s = 0.03;

static cudaError_t hold(struct gs_device *device)
{
    *device->gate = 0;
    return (cudaError_t)gs_probe_hold(device->device_gate, HELD_CYCLES, device->begin,
                                      device->stream);
}

/* Whether the job returns only when its work has ended: such a job cannot be recorded. */
static cudaError_t find_waiting(struct gs_device *device, const struct gs_job *job, bool *waits)
{
    cudaError_t code = hold(device);
    double start = gs_clock_s();
    if (code == cudaSuccess)
        gs_job_queue(device, job, NULL, false);
    *waits = gs_clock_s() - start > longest_launch_s;
    *device->gate = 1;
    cudaGetLastError();
    return code != cudaSuccess ? code : cudaDeviceSynchronize();
}

/* The fingerprints of a job's arrays: on the device, so that a held stream can take them. */
struct prints {
    uint64_t *on_device;
    uint64_t before[GS_MOST_ARRAYS], now[GS_MOST_ARRAYS];
};

static cudaError_t queue_prints(const struct gs_device *device, const struct gs_job *job,
                                const struct prints *prints)
{
    int code = cudaSuccess;
    for (size_t i = 0; code == cudaSuccess && i < job->array_count; i++)
        code = gs_probe_fingerprint(job->device[i].data, job->device[i].bytes,
                                    prints->on_device + i, device->stream);
    return (cudaError_t)code;
}

static cudaError_t read_prints(const struct gs_device *device, const struct gs_job *job,
                               const struct prints *prints, uint64_t *out)
{
    cudaError_t code = cudaMemcpyAsync(out, prints->on_device, job->array_count * sizeof *out,
                                       cudaMemcpyDeviceToHost, device->stream);
    return code != cudaSuccess ? code : cudaStreamSynchronize(device->stream);
}

static cudaError_t take_prints(const struct gs_device *device, const struct gs_job *job,
                               const struct prints *prints, uint64_t *out)
{
    cudaError_t code = queue_prints(device, job, prints);
    return code != cudaSuccess ? code : read_prints(device, job, prints, out);
}

static bool have_changed(const struct prints *prints, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (prints->before[i] != prints->now[i])
            return true;
    }
    return false;
}

/* Records the job. What has changed when all else has ended was changed by work elsewhere. */
static cudaError_t record(struct gs_device *device, const struct gs_job *job, struct prints *prints,
                          struct gs_captured *out)
{
    if (gs_graph_record(device, job, 1, cudaStreamCaptureModeRelaxed, &out->graph) ==
        cudaErrorStreamCaptureUnjoined)
        out->stray = GS_STRAY_LEFT;
    cudaError_t code = cudaDeviceSynchronize();
    if (code == cudaSuccess)
        code = take_prints(device, job, prints, prints->now);
    if (code == cudaSuccess && have_changed(prints, job->array_count))
        out->stray = GS_STRAY_BESIDE;
    return code;
}

/* Runs the job behind a hold, which lasts, and behind the prints of what the arrays hold then. */
static cudaError_t run_held(struct gs_device *device, const struct gs_job *job,
                            struct prints *prints, struct gs_captured *out)
{
    cudaError_t code = hold(device);
    if (code == cudaSuccess)
        code = queue_prints(device, job, prints);
    if (code == cudaSuccess)
        gs_job_queue(device, job, NULL, false);
    cudaGetLastError();
    if (code == cudaSuccess)
        code = cudaStreamSynchronize(device->stream);
    *device->gate = 1;
    if (code == cudaSuccess)
        code = cudaDeviceSynchronize();
    if (code == cudaSuccess)
        code = read_prints(device, job, prints, prints->now);
    if (code == cudaSuccess && have_changed(prints, job->array_count))
        out->stray = GS_STRAY_BESIDE;
    return code;
}

static cudaError_t look(struct gs_device *device, const struct gs_job *job, bool waits,
                        struct prints *prints, struct gs_captured *out)
{
    cudaError_t code = take_prints(device, job, prints, prints->before);
    if (code == cudaSuccess && !waits)
        code = record(device, job, prints, out);
    if (code == cudaSuccess && out->stray == GS_STRAY_NONE && out->graph == NULL)
        code = run_held(device, job, prints, out);
    return code;
}

enum gs_status gs_device_find_waiting(struct gs_device *device, const struct gs_job *job,
                                      bool *waits, struct gs_error *error)
{
    *waits = true; /* where launches block, nothing can be held */
    if (device->facts.launches_block)
        return GS_OK;
    return gs_device_check(find_waiting(device, job, waits), "a launch", error);
}

enum gs_status gs_device_record(struct gs_device *device, const struct gs_job *job, bool waits,
                                struct gs_captured *out, struct gs_error *error)
{
    struct prints prints = {NULL};
    *out = (struct gs_captured){0};
    if (device->facts.launches_block) {
        gs_device_run(device, job);
        return GS_OK;
    }
    enum gs_status status =
        gs_device_check(cudaMalloc((void **)&prints.on_device, GS_MOST_ARRAYS * sizeof(uint64_t)),
                        "cudaMalloc", error);
    if (status == GS_OK)
        status = gs_device_check(look(device, job, waits, &prints, out), "a launch", error);
    cudaFree(prints.on_device);
    return status;
}

const char *gs_device_replay(struct gs_device *device, const struct gs_captured *recorded)
{
    cudaError_t code = cudaGraphLaunch(recorded->graph->exec, device->stream);
    if (code == cudaSuccess)
        code = cudaStreamSynchronize(device->stream);
    return code == cudaSuccess ? NULL : cudaGetErrorString(code);
}

#endif

void gs_recorded_release(struct gs_captured *recorded)
{
    gs_device_graph_free(recorded->graph);
    *recorded = (struct gs_captured){0};
}
