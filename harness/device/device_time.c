/* One run of a job, and what it takes: data on the device, and from host to host. */
#include "device_internal.h"

#include "clock.h"
#include "probe.h"

#include <string.h>

static bool copies_itself(const struct gs_job *job)
{
    return (job->traits & GS_OWN_COPIES) != 0;
}

/* The device's slots as a job gets them; 0 or a cudaError_t. */
static int lend_slots(struct gs_device *device, bool alone, struct gs_slot out[static GS_SLOTS])
{
    int error = gs_device_make_slots(device);
    for (int i = 0; i < GS_SLOTS; i++) {
        out[i] = device->slots[i];
        out[i].stream = alone ? device->stream : out[i].stream;
    }
    return error;
}

int gs_job_queue(struct gs_device *device, const struct gs_job *job, struct gs_transfers *transfers,
                 bool alone)
{
    struct gs_call call = job->call;
    void *streams[GS_STREAMS];
    for (int i = 0; i < GS_STREAMS; i++)
        streams[i] = alone ? device->stream : device->streams[i];
    call.stream = device->stream;
    if (copies_itself(job)) {
        call.streams = streams;
        call.transfers = transfers;
    }
    struct gs_slot slots[GS_SLOTS];
    if (job->traits & GS_USES_SLOTS) {
        call.slots = slots;
        int error = lend_slots(device, alone, slots);
        if (error != 0)
            return error;
    }
    return job->parts != NULL ? gs_parts_queue(job->parts, job->run, &call) : job->run(&call);
}

cudaError_t gs_job_wait(const struct gs_device *device)
{
    cudaError_t code = cudaStreamSynchronize(device->stream);
    for (int i = 0; code == cudaSuccess && i < GS_STREAMS; i++)
        code = cudaStreamSynchronize(device->streams[i]);
    return code;
}

struct gs_outcome gs_device_run(struct gs_device *device, const struct gs_job *job)
{
    struct gs_transfers transfers = {0};
    struct gs_outcome outcome = {0};
    int launch = gs_job_queue(device, job, &transfers, false);
    cudaError_t elsewhere = job->parts != NULL ? gs_parts_wait(job->parts) : cudaSuccess;
    cudaError_t run = gs_job_wait(device);
    run = run == cudaSuccess ? elsewhere : run;
    cudaGetLastError(); /* a refused launch leaves its error behind; a sticky one stays */
    outcome.lost = gs_job_wait(device) != cudaSuccess ||
                   (job->parts != NULL && gs_parts_wait(job->parts) != cudaSuccess);
    cudaError_t code = launch != 0 ? (cudaError_t)launch : run;
    outcome.unsupported = code == cudaErrorNotSupported;
    outcome.failure = code == cudaSuccess ? NULL : cudaGetErrorString(code);
    outcome.copies = transfers.copies;
    outcome.copied_in_bytes = transfers.in_bytes;
    outcome.copied_out_bytes = transfers.out_bytes;
    return outcome;
}

/* ---- data on the device ---------------------------------------------------------------------- */

/* A hold gives up after about a second: then what was queued behind it did not wait for the rest.
 */
static const double longest_hold_s = 0.3;

/* A sample that takes less than this may have been in the middle of a step of the device's timer.
 */
enum { SHORTEST_CLOCKED_NS = 10000 };

/* The multiprocessors' clock from the last hold to the end of what it held; 0: not known. */
static double clock_hz(const struct gs_device *device)
{
    const volatile struct gs_clock_stamp *since = device->since;
    if (since->nanoseconds < SHORTEST_CLOCKED_NS || since->cycles <= 0)
        return 0;
    return 1e9 * (double)since->cycles / (double)since->nanoseconds;
}

static struct gs_sample sample_of(struct gs_device *device, double seconds)
{
    struct gs_sample sample = {.seconds = seconds, .sm_clock_hz = clock_hz(device)};
    if (sample.sm_clock_hz > device->highest_clock_hz)
        device->highest_clock_hz = sample.sm_clock_hz;
    sample.disturbed =
        device->held_s > longest_hold_s ||
        (sample.sm_clock_hz > 0 && sample.sm_clock_hz < 0.75 * device->highest_clock_hz);
    return sample;
}

double gs_time_queued(struct gs_device *device, gs_queue_fn *queue, const void *context,
                      unsigned launches, bool waits)
{
    double start = gs_clock_s();
    bool is_open = device->facts.launches_block || waits;
    *device->gate = is_open;
    *device->since = (struct gs_clock_stamp){0};
    bool good =
        gs_probe_hold(device->device_gate, GS_HOLD_CYCLES, device->begin, device->stream) == 0;
    good &= cudaEventRecord(device->events[0], device->stream) == cudaSuccess;
    for (unsigned i = 0; i < launches; i++)
        good &= queue(device, context) == 0;
    good &= cudaEventRecord(device->events[1], device->stream) == cudaSuccess;
    good &= gs_probe_stamp(device->begin, device->device_since, device->facts.multiprocessors,
                           device->stream) == 0;
    *device->gate = 1;
    device->held_s = is_open ? 0 : gs_clock_s() - start;
    good &= cudaStreamSynchronize(device->stream) == cudaSuccess;
    float milliseconds = -1.0f;
    if (good)
        cudaEventElapsedTime(&milliseconds, device->events[0], device->events[1]);
    return (double)milliseconds * 1e-3;
}

static int queue_job(struct gs_device *device, const void *context)
{
    return gs_job_queue(device, context, NULL, false);
}

/* Warm samples start from a warm cache, cold ones from an empty one. */
bool gs_device_flush(struct gs_device *device)
{
    return gs_probe_flush(device->flush_memory, device->flush_bytes, device->stream) == 0 &&
           cudaStreamSynchronize(device->stream) == cudaSuccess;
}

/* A stream takes some hundred operations before it makes the host wait, and a run on several
 * devices may be more of them: nothing is held for it. */
static bool waits(const struct gs_job *job)
{
    return job->waits || job->parts != NULL;
}

struct gs_sample gs_device_sample_cold(struct gs_device *device, const struct gs_job *job)
{
    bool flushed = gs_device_flush(device) && (job->parts == NULL || gs_parts_flush(job->parts));
    double seconds = flushed ? gs_time_queued(device, queue_job, job, 1, waits(job)) : -1.0;
    return sample_of(device, seconds);
}

struct gs_sample gs_device_sample_warm(struct gs_device *device, const struct gs_job *job,
                                       unsigned batch)
{
    double seconds = gs_time_queued(device, queue_job, job, batch, waits(job));
    return sample_of(device, seconds / batch);
}

/* ---- host to host ---------------------------------------------------------------------------- */

static bool is_copied(enum gs_role role, bool in)
{
    return role == GS_UPDATED || role == (in ? GS_INPUT : GS_OUTPUT);
}

/* Queues the copies of all arrays in one direction. */
static bool copy_arrays(const struct gs_device *device, const struct gs_job *job, bool in)
{
    bool good = true;
    for (size_t i = 0; i < job->array_count; i++) {
        if (!is_copied(job->arrays[i].role, in))
            continue;
        void *on_host = job->host[i].data, *on_device = job->device[i].data;
        good &= cudaMemcpyAsync(in ? on_device : on_host, in ? on_host : on_device,
                                job->device[i].bytes,
                                in ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost,
                                device->stream) == cudaSuccess;
    }
    return good;
}

/* The harness copies everything in, launches, and copies everything out. */
static struct gs_host_run sample_with_copies(struct gs_device *device, const struct gs_job *job)
{
    cudaEvent_t *events = device->events;
    double start = gs_clock_s();
    bool good = cudaEventRecord(events[0], device->stream) == cudaSuccess;
    good &= copy_arrays(device, job, true);
    good &= cudaEventRecord(events[1], device->stream) == cudaSuccess;
    good &= gs_job_queue(device, job, NULL, false) == 0;
    good &= cudaEventRecord(events[2], device->stream) == cudaSuccess;
    good &= copy_arrays(device, job, false);
    good &= cudaEventRecord(events[3], device->stream) == cudaSuccess;
    good &= cudaStreamSynchronize(device->stream) == cudaSuccess;
    double end = gs_clock_s();
    if (!good)
        return (struct gs_host_run){.total_s = -1.0};
    float in = 0, kernel = 0, out = 0;
    cudaEventElapsedTime(&in, events[0], events[1]);
    cudaEventElapsedTime(&kernel, events[1], events[2]);
    cudaEventElapsedTime(&out, events[2], events[3]);
    return (struct gs_host_run){.total_s = end - start,
                                .copy_in_s = (double)in * 1e-3,
                                .kernel_s = (double)kernel * 1e-3,
                                .copy_out_s = (double)out * 1e-3};
}

struct gs_host_run gs_device_sample_host(struct gs_device *device, const struct gs_job *job)
{
    if (!copies_itself(job))
        return sample_with_copies(device, job);
    struct gs_transfers transfers = {0};
    double start = gs_clock_s();
    bool good = gs_job_queue(device, job, &transfers, false) == 0;
    good &= gs_job_wait(device) == cudaSuccess;
    double end = gs_clock_s();
    return (struct gs_host_run){.total_s = good ? end - start : -1.0};
}

bool gs_device_trace(struct gs_device *device, const struct gs_job *job, struct gs_host_run *out)
{
    *out = (struct gs_host_run){0};
    if (!copies_itself(job)) {
        for (size_t i = 0; i < job->array_count; i++) {
            bool in = is_copied(job->arrays[i].role, true);
            bool back = is_copied(job->arrays[i].role, false);
            out->copies += (unsigned)in + (unsigned)back;
            out->in_bytes += in ? job->device[i].bytes : 0;
            out->out_bytes += back ? job->device[i].bytes : 0;
        }
        return true;
    }
    struct gs_transfers transfers = {.trace = gs_trace_begin(device->stream)};
    bool good = transfers.trace != NULL;
    good = good && gs_job_queue(device, job, &transfers, true) == 0;
    good &= gs_job_wait(device) == cudaSuccess;
    gs_trace_end(transfers.trace, out);
    out->copies = transfers.copies;
    out->in_bytes = transfers.in_bytes;
    out->out_bytes = transfers.out_bytes;
    return good;
}
