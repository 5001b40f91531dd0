/* What this device can reach, measured. */
#include "device_internal.h"

#include "measure.h"
#include "probe.h"

#include <string.h>

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
static double median_queued(struct gs_device *device, gs_queue_fn *launch, const void *context)
{
    double samples[LIMIT_SAMPLES];
    for (int i = -1; i < LIMIT_SAMPLES; i++) {
        double sample = gs_device_flush(device) ? gs_time_queued(device, launch, context, 1) : -1.0;
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
    return gs_device_check(cudaDeviceSynchronize(), "measuring this device's limits", error);
}
