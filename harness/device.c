#include "device.h"

#include "clock.h"
#include "measure.h"
#include "probe.h"

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest that a held stream waits for the host; a lost host must not hang the GPU. */
static const long long hold_cycles = 2000000000; /* about 1 s */

enum { EVENT_COUNT = 4 };

#ifdef GRIDSTRIDE_SIMT
const char gs_device_program[] = "sim";
static const bool simulated = true;
#else
const char gs_device_program[] = "cuda";
static const bool simulated = false;
#endif

struct gs_device {
    struct gs_device_facts facts;
    cudaStream_t stream;
    cudaEvent_t events[EVENT_COUNT];
    /* Real devices only: what cold samples need. */
    void *flush_memory; /* zeros, twice the L2 */
    size_t flush_bytes;
    volatile int *gate; /* mapped host memory that a held stream watches */
    const volatile int *device_gate;
};

static enum gs_status check(cudaError_t code, const char *what, struct gs_error *error)
{
    if (code == cudaSuccess)
        return GS_OK;
    return gs_fail(error, GS_USAGE, "%s failed: %s (%s)", what, cudaGetErrorString(code),
                   cudaGetErrorName(code));
}

static enum gs_status read_facts(struct gs_device_facts *facts, struct gs_error *error)
{
    struct cudaDeviceProp properties;
    enum gs_status status =
        check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties", error);
    if (status != GS_OK)
        return status;
    snprintf(facts->name, sizeof facts->name, "%s", properties.name);
    facts->simulated = simulated;
    facts->memory_bytes = properties.totalGlobalMem;
    facts->l2_bytes = (size_t)properties.l2CacheSize;
    facts->multiprocessors = properties.multiProcessorCount;
    facts->compute_major = properties.major;
    facts->compute_minor = properties.minor;
    cudaDriverGetVersion(&facts->driver_version);
    cudaRuntimeGetVersion(&facts->runtime_version);
    cudaDeviceGetAttribute(&facts->sm_clock_khz, cudaDevAttrClockRate, 0);
    cudaDeviceGetAttribute(&facts->memory_clock_khz, cudaDevAttrMemoryClockRate, 0);
    return GS_OK;
}

/* A hold whose launch returns only when its kernel ends could do nothing but time out. */
static enum gs_status find_blocking_launches(struct gs_device *device, struct gs_error *error)
{
    *device->gate = 1; /* once without holding: the first launch loads the program's kernels */
    enum gs_status status = check(
        (cudaError_t)gs_probe_hold(device->device_gate, 1, device->stream), "a launch", error);
    if (status == GS_OK)
        status = check(cudaStreamSynchronize(device->stream), "cudaStreamSynchronize", error);
    *device->gate = 0;
    double start = gs_clock_s();
    if (status == GS_OK)
        status =
            check((cudaError_t)gs_probe_hold(device->device_gate, hold_cycles / 10, device->stream),
                  "a launch", error);
    device->facts.launches_block = gs_clock_s() - start > 0.03;
    *device->gate = 1;
    if (status == GS_OK)
        status = check(cudaStreamSynchronize(device->stream), "cudaStreamSynchronize", error);
    return status;
}

/* The flush memory and the gate. */
static enum gs_status prepare_cold(struct gs_device *device, struct gs_error *error)
{
    device->flush_bytes = 2 * device->facts.l2_bytes;
    enum gs_status status =
        check(cudaMalloc(&device->flush_memory, device->flush_bytes), "cudaMalloc", error);
    if (status == GS_OK)
        status =
            check(cudaMemset(device->flush_memory, 0, device->flush_bytes), "cudaMemset", error);
    if (status != GS_OK)
        return status;
    void *host, *mapped;
    status = check(cudaHostAlloc(&host, sizeof(int), cudaHostAllocMapped), "cudaHostAlloc", error);
    if (status != GS_OK)
        return status;
    device->gate = host;
    status = check(cudaHostGetDevicePointer(&mapped, host, 0), "cudaHostGetDevicePointer", error);
    if (status != GS_OK)
        return status;
    device->device_gate = mapped;
    return find_blocking_launches(device, error);
}

static enum gs_status prepare(struct gs_device *device, struct gs_error *error)
{
    int count = 0;
    enum gs_status status = check(cudaGetDeviceCount(&count), "cudaGetDeviceCount", error);
    if (status == GS_OK && count == 0)
        status = gs_fail(error, GS_USAGE, "the CUDA driver knows no device");
    if (status == GS_OK)
        status = check(cudaSetDevice(0), "cudaSetDevice", error);
    if (status == GS_OK)
        status = read_facts(&device->facts, error);
    if (status == GS_OK)
        status = check(cudaStreamCreateWithFlags(&device->stream, cudaStreamNonBlocking),
                       "cudaStreamCreate", error);
    for (int i = 0; status == GS_OK && i < EVENT_COUNT; i++)
        status = check(cudaEventCreate(&device->events[i]), "cudaEventCreate", error);
    if (status == GS_OK && !device->facts.simulated)
        status = prepare_cold(device, error);
    return status;
}

enum gs_status gs_device_open(struct gs_device **out, struct gs_error *error)
{
    struct gs_device *device = calloc(1, sizeof *device);
    if (device == NULL)
        return gs_fail(error, GS_USAGE, "out of memory");
    enum gs_status status = prepare(device, error);
    if (status != GS_OK) {
        gs_device_close(device);
        return status;
    }
    *out = device;
    return GS_OK;
}

void gs_device_close(struct gs_device *device)
{
    cudaFree(device->flush_memory);
    cudaFreeHost((void *)device->gate);
    for (int i = 0; i < EVENT_COUNT; i++) {
        if (device->events[i] != NULL)
            cudaEventDestroy(device->events[i]);
    }
    if (device->stream != NULL)
        cudaStreamDestroy(device->stream);
    free(device);
}

const struct gs_device_facts *gs_device_facts(const struct gs_device *device)
{
    return &device->facts;
}

size_t gs_device_free_bytes(struct gs_device *device)
{
    (void)device;
    size_t available = 0, total = 0;
    cudaMemGetInfo(&available, &total);
    return available;
}

enum gs_status gs_device_alloc(struct gs_device *device, size_t bytes, void **out,
                               struct gs_error *error)
{
    (void)device;
    cudaError_t code = cudaMalloc(out, bytes);
    if (code == cudaErrorMemoryAllocation)
        cudaGetLastError(); /* not sticky: later launches must not see it */
    return check(code, "cudaMalloc", error);
}

void gs_device_release(struct gs_device *device, void *pointer)
{
    (void)device;
    cudaFree(pointer);
}

/* On the device's stream, for its kernels do not wait for the default stream. */
static enum gs_status copy(struct gs_device *device, void *to, const void *from, size_t bytes,
                           enum cudaMemcpyKind kind, struct gs_error *error)
{
    enum gs_status status =
        check(cudaMemcpyAsync(to, from, bytes, kind, device->stream), "cudaMemcpyAsync", error);
    if (status == GS_OK)
        status = check(cudaStreamSynchronize(device->stream), "cudaStreamSynchronize", error);
    return status;
}

enum gs_status gs_device_copy_in(struct gs_device *device, void *to, const void *from, size_t bytes,
                                 struct gs_error *error)
{
    return copy(device, to, from, bytes, cudaMemcpyHostToDevice, error);
}

enum gs_status gs_device_copy_out(struct gs_device *device, void *to, const void *from,
                                  size_t bytes, struct gs_error *error)
{
    return copy(device, to, from, bytes, cudaMemcpyDeviceToHost, error);
}

enum gs_status gs_device_fill(struct gs_device *device, void *to, unsigned char value, size_t bytes,
                              struct gs_error *error)
{
    return check(cudaMemsetAsync(to, value, bytes, device->stream), "cudaMemsetAsync", error);
}

enum gs_status gs_device_pin(struct gs_device *device, void *host, size_t bytes,
                             struct gs_error *error)
{
    (void)device;
    return check(cudaHostRegister(host, bytes, cudaHostRegisterDefault), "cudaHostRegister", error);
}

void gs_device_unpin(struct gs_device *device, void *host)
{
    (void)device;
    cudaHostUnregister(host);
}

static int run_job(const struct gs_device *device, const struct gs_job *job)
{
    struct gs_call call = job->call;
    call.stream = device->stream;
    return job->run(&call);
}

const char *gs_device_run(struct gs_device *device, const struct gs_job *job, bool *lost)
{
    int launch = run_job(device, job);
    cudaError_t run = cudaStreamSynchronize(device->stream);
    cudaGetLastError(); /* a refused launch leaves its error behind; a sticky one stays */
    *lost = cudaStreamSynchronize(device->stream) != cudaSuccess;
    cudaError_t code = launch != 0 ? (cudaError_t)launch : run;
    return code == cudaSuccess ? NULL : cudaGetErrorString(code);
}

/*
 * Seconds between two events around `launches` runs, all queued before the first one starts, so
 * that the host's own speed is not part of the measurement.
 */
static double time_queued(struct gs_device *device, int (*launch)(struct gs_device *, const void *),
                          const void *context, unsigned launches)
{
    *device->gate = device->facts.launches_block;
    bool good = gs_probe_hold(device->device_gate, hold_cycles, device->stream) == 0;
    good &= cudaEventRecord(device->events[0], device->stream) == cudaSuccess;
    for (unsigned i = 0; i < launches; i++)
        good &= launch(device, context) == 0;
    good &= cudaEventRecord(device->events[1], device->stream) == cudaSuccess;
    *device->gate = 1;
    good &= cudaStreamSynchronize(device->stream) == cudaSuccess;
    float milliseconds = -1.0f;
    if (good)
        cudaEventElapsedTime(&milliseconds, device->events[0], device->events[1]);
    return (double)milliseconds * 1e-3;
}

static int launch_job(struct gs_device *device, const void *context)
{
    return run_job(device, context);
}

/* Warm samples start from a warm cache, cold ones from an empty one. */
static bool flush(struct gs_device *device)
{
    return gs_probe_flush(device->flush_memory, device->flush_bytes, device->stream) == 0 &&
           cudaStreamSynchronize(device->stream) == cudaSuccess;
}

double gs_device_sample_cold(struct gs_device *device, const struct gs_job *job)
{
    return flush(device) ? time_queued(device, launch_job, job, 1) : -1.0;
}

double gs_device_sample_warm(struct gs_device *device, const struct gs_job *job, unsigned batch)
{
    return time_queued(device, launch_job, job, batch) / batch;
}

/* Queues the copies of all arrays in one direction. */
static bool copy_arrays(const struct gs_device *device, const struct gs_job *job, bool in)
{
    bool good = true;
    for (size_t i = 0; i < job->array_count; i++) {
        if (job->arrays[i].role != (in ? GS_INPUT : GS_OUTPUT))
            continue;
        void *on_host = job->host[i].data, *on_device = job->device[i].data;
        good &= cudaMemcpyAsync(in ? on_device : on_host, in ? on_host : on_device,
                                job->device[i].bytes,
                                in ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost,
                                device->stream) == cudaSuccess;
    }
    return good;
}

struct gs_stages gs_device_sample_host(struct gs_device *device, const struct gs_job *job)
{
    cudaEvent_t *events = device->events;
    double start = gs_clock_s();
    bool good = cudaEventRecord(events[0], device->stream) == cudaSuccess;
    good &= copy_arrays(device, job, true);
    good &= cudaEventRecord(events[1], device->stream) == cudaSuccess;
    good &= run_job(device, job) == 0;
    good &= cudaEventRecord(events[2], device->stream) == cudaSuccess;
    good &= copy_arrays(device, job, false);
    good &= cudaEventRecord(events[3], device->stream) == cudaSuccess;
    good &= cudaStreamSynchronize(device->stream) == cudaSuccess;
    double end = gs_clock_s();
    if (!good)
        return (struct gs_stages){.total_s = -1.0};
    float in = 0, kernel = 0, out = 0;
    cudaEventElapsedTime(&in, events[0], events[1]);
    cudaEventElapsedTime(&kernel, events[1], events[2]);
    cudaEventElapsedTime(&out, events[2], events[3]);
    return (struct gs_stages){.total_s = end - start,
                              .copy_in_s = (double)in * 1e-3,
                              .kernel_s = (double)kernel * 1e-3,
                              .copy_out_s = (double)out * 1e-3};
}

/* ---- limits ---------------------------------------------------------------------------------- */

enum { LIMIT_SAMPLES = 15 };

/* One copy to be timed: by a kernel of some depth, or by the runtime. */
struct copy_probe {
    void *to;
    const void *from;
    size_t bytes;
    int depth; /* 0: cudaMemcpyAsync of this kind */
    enum cudaMemcpyKind kind;
};

static int launch_copy(struct gs_device *device, const void *context)
{
    const struct copy_probe *probe = context;
    if (probe->depth > 0)
        return gs_probe_copy(probe->to, probe->from, probe->bytes, probe->depth, device->stream);
    return (int)cudaMemcpyAsync(probe->to, probe->from, probe->bytes, probe->kind, device->stream);
}

static int launch_empty(struct gs_device *device, const void *context)
{
    (void)context;
    return gs_probe_empty(device->stream);
}

/* Median seconds, cold; negative on an error. */
static double median_queued(struct gs_device *device,
                            int (*launch)(struct gs_device *, const void *), const void *context)
{
    double samples[LIMIT_SAMPLES];
    for (int i = -1; i < LIMIT_SAMPLES; i++) {
        double sample = flush(device) ? time_queued(device, launch, context, 1) : -1.0;
        if (sample < 0)
            return sample;
        if (i >= 0) /* the first one warms up */
            samples[i] = sample;
    }
    return gs_median(samples, LIMIT_SAMPLES);
}

/* Bytes a second; 0 where the measurement failed. */
static double rate_of(size_t bytes, double seconds)
{
    return seconds > 0 ? (double)bytes / seconds : 0;
}

/* The fastest way to copy on the device that we know: three candidates, the best one counts. */
static void measure_copy(struct gs_device *device, char *memory, size_t bytes,
                         struct gs_device_limits *limits)
{
    static const int depths[] = {0, 1, 4};
    for (size_t i = 0; i < GS_COUNT(depths); i++) {
        struct copy_probe probe = {memory, memory + bytes, bytes, depths[i],
                                   cudaMemcpyDeviceToDevice};
        double seconds = median_queued(device, launch_copy, &probe);
        double rate = rate_of(2 * bytes, seconds);
        if (rate > limits->copy_bytes_per_s)
            limits->copy_bytes_per_s = rate;
    }
}

static void measure_transfers(struct gs_device *device, void *memory, size_t bytes,
                              struct gs_device_limits *limits)
{
    void *host;
    if (cudaMallocHost(&host, bytes) != cudaSuccess) {
        cudaGetLastError(); /* or the first launch would be blamed for it */
        return;
    }
    memset(host, 0, bytes);
    struct copy_probe in = {memory, host, bytes, 0, cudaMemcpyHostToDevice};
    struct copy_probe out = {host, memory, bytes, 0, cudaMemcpyDeviceToHost};
    limits->pinned_in_bytes_per_s = rate_of(bytes, median_queued(device, launch_copy, &in));
    limits->pinned_out_bytes_per_s = rate_of(bytes, median_queued(device, launch_copy, &out));
    cudaFreeHost(host);
}

enum gs_status gs_device_measure_limits(struct gs_device *device, struct gs_device_limits *out,
                                        struct gs_error *error)
{
    *out = (struct gs_device_limits){0};
    if (device->facts.simulated)
        return GS_OK;
    /* Far over the L2, and as large as the largest arrays one usually measures. */
    size_t bytes = (size_t)512 << 20;
    while (bytes > gs_device_free_bytes(device) / 4)
        bytes /= 2;
    void *memory;
    enum gs_status status = gs_device_alloc(device, 2 * bytes, &memory, error);
    if (status != GS_OK)
        return status;
    out->empty_kernel_s = median_queued(device, launch_empty, NULL);
    measure_copy(device, memory, bytes, out);
    measure_transfers(device, memory, bytes / 4, out);
    cudaFree(memory);
    return check(cudaDeviceSynchronize(), "measuring this device's limits", error);
}
