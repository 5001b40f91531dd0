/* What the device_*.c and transfer.c share. */
#ifndef GS_DEVICE_INTERNAL_H
#define GS_DEVICE_INTERNAL_H

#include "device.h"
#include "probe.h"

#include <cuda_runtime_api.h>

/* Longest that a held stream waits for the host; a lost host must not hang the GPU. */
enum { GS_HOLD_CYCLES = 2000000000 }; /* about 1 s */

enum { GS_EVENT_COUNT = 4 };

struct gs_device {
    struct gs_device_facts facts;
    unsigned wanted; /* devices that it was opened for */
    cudaStream_t stream;
    cudaStream_t streams[GS_STREAMS];
    cudaEvent_t events[GS_EVENT_COUNT];
    uint64_t *sum; /* on the device: of a fingerprint */
    /* Of jobs with GS_USES_SLOTS, from the first of them on: */
    void *staging; /* page-locked: the memory of all slots */
    struct gs_slot slots[GS_SLOTS];
    /* Real devices only: what cold samples need. */
    void *flush_memory; /* zeros, twice the L2 */
    size_t flush_bytes;
    volatile int *gate; /* mapped host memory that a held stream watches */
    const volatile int *device_gate;
    struct gs_clock_stamp *begin; /* on the device: when the last hold began */
    struct gs_clock_stamp *since; /* mapped host memory: what has passed since then */
    struct gs_clock_stamp *device_since;
    double highest_clock_hz; /* of the multiprocessors, so far */
    double held_s;           /* how long the host took to queue the last sample */
};

/* Turns a CUDA error into ours; `what` names the call. */
enum gs_status gs_device_check(cudaError_t code, const char *what, struct gs_error *error);

/* Queues one run of the job; 0 or its cudaError_t. transfers may be NULL for a job that only
 * launches; `alone` puts everything into one stream, so that nothing overlaps. */
int gs_job_queue(struct gs_device *device, const struct gs_job *job, struct gs_transfers *transfers,
                 bool alone);

/* Makes the slots where there are none yet; 0 or a cudaError_t. */
int gs_device_make_slots(struct gs_device *device);

/* The same `count` times in a row, by the job itself where it has GS_REPEATS. */
int gs_job_queue_many(struct gs_device *device, const struct gs_job *job, unsigned count);

/* Has it run on all parts, between what is in call->stream before and what comes behind it; 0 or a
 * cudaError_t. */
int gs_parts_queue(const struct gs_parts *parts, gs_run_fn *run, const struct gs_call *call);
/* Waits for the streams of all parts. */
cudaError_t gs_parts_wait(const struct gs_parts *parts);
/* Empties the L2 of all devices but the first. */
bool gs_parts_flush(const struct gs_parts *parts);

/* Waits for everything that a job may have queued. */
cudaError_t gs_job_wait(const struct gs_device *device);

/* One launch or more, for gs_time_queued(); 0 or a cudaError_t. */
typedef int gs_queue_fn(struct gs_device *device, const void *context);

/*
 * Seconds between two events around `launches` calls of queue, all queued before the first one
 * starts, so that the host's own speed is not part of the measurement; negative on an error. Where
 * queue waits for the device, that speed is a part of it.
 */
double gs_time_queued(struct gs_device *device, gs_queue_fn *queue, const void *context,
                      unsigned launches, bool waits);

/* One sample of a limit in seconds; negative on an error. */
typedef double gs_limit_sample(struct gs_device *device, const void *context);

/* Seconds of some samples after a warm-up; negative on an error. What the host has a part in is
 * slower now and then, and a limit is what can be done: there the fastest counts. */
double gs_limit_median(struct gs_device *device, gs_limit_sample *sample, const void *context);
double gs_limit_fastest(struct gs_device *device, gs_limit_sample *sample, const void *context);

/* One run that nothing holds: a kernel's first launch may load it, and loading may wait for all
 * that is running, a hold too. */
bool gs_limit_load(struct gs_device *device, gs_queue_fn *launch, const void *context);

/* Operations a second from registers; 0 where it failed. `sink` is 8 bytes of device memory. */
double gs_limit_operation(struct gs_device *device, enum gs_operation operation,
                          enum gs_dtype dtype, void *sink);

/* Empties the L2 of everything but the flush memory. */
bool gs_device_flush(struct gs_device *device);

/* ---- transfer.c: what gs_copy_in() and gs_copy_out() keep count of -----------------------------
 */

struct gs_transfers {
    unsigned copies;
    size_t in_bytes, out_bytes;
    struct gs_trace *trace; /* NULL: count only */
};

/* Times every copy from now on with events of its own. NULL when out of memory. */
struct gs_trace *gs_trace_begin(cudaStream_t stream);

/* After the device is idle: seconds in copies each way and between them; frees the trace. */
void gs_trace_end(struct gs_trace *trace, struct gs_host_run *out);

#endif
