/* What this device can reach, measured. */
#include "device_internal.h"
#include "device_peers.h"

#include "clock.h"
#include "cpu.h"
#include "samples.h"
#include "probe.h"

#include <math.h>

/* Samples of one limit: the most, and how few once so much time is spent. */
enum { MOST_SAMPLES = 15, FEWEST_SAMPLES = 5 };
static const double budget_s = 0.015;

/* Takes samples after a warm-up; returns how many, 0 on an error. */
static size_t take(struct gs_device *device, gs_limit_sample *sample, const void *context,
                   double samples[static MOST_SAMPLES])
{
    double start = gs_clock_s();
    size_t count = 0;
    if (sample(device, context) < 0)
        return 0;
    while (count < FEWEST_SAMPLES || (count < MOST_SAMPLES && gs_clock_s() - start < budget_s)) {
        samples[count] = sample(device, context);
        if (samples[count++] < 0)
            return 0;
    }
    return count;
}

double gs_limit_median(struct gs_device *device, gs_limit_sample *sample, const void *context)
{
    double samples[MOST_SAMPLES];
    size_t count = take(device, sample, context, samples);
    return count > 0 ? gs_median(samples, count) : -1;
}

double gs_limit_fastest(struct gs_device *device, gs_limit_sample *sample, const void *context)
{
    double samples[MOST_SAMPLES], fastest = -1;
    size_t count = take(device, sample, context, samples);
    for (size_t i = 0; i < count; i++)
        fastest = i == 0 ? samples[i] : fmin(fastest, samples[i]);
    return fastest;
}

bool gs_limit_load(struct gs_device *device, gs_queue_fn *launch, const void *context)
{
    return launch(device, context) == 0 && cudaStreamSynchronize(device->stream) == cudaSuccess;
}

/* Amount a second; 0 where the measurement failed. */
static double rate_of(double amount, double seconds)
{
    return seconds > 0 ? amount / seconds : 0;
}

static double seconds_or_0(double seconds)
{
    return seconds > 0 ? seconds : 0;
}

/* ---- launches -------------------------------------------------------------------------------- */

enum { BATCH = 32 };

static int launch_empty(struct gs_device *device, const void *context)
{
    (void)context;
    return gs_probe_empty(device->stream);
}

static double sample_empty(struct gs_device *device, const void *context)
{
    const unsigned *launches = context;
    return gs_time_queued(device, launch_empty, NULL, *launches, false) / *launches;
}

static void measure_launches(struct gs_device *device, struct gs_device_limits *limits)
{
    const unsigned one = 1, batch = BATCH;
    if (!gs_limit_load(device, launch_empty, NULL))
        return;
    limits->empty_kernel_s = seconds_or_0(gs_limit_median(device, sample_empty, &one));
    limits->empty_batch_s = seconds_or_0(gs_limit_median(device, sample_empty, &batch));
}

/* ---- device memory --------------------------------------------------------------------------- */

/* A copy within the device: by a kernel of some depth, or by the runtime. */
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

static double sample_copy(struct gs_device *device, const void *context)
{
    return gs_device_flush(device) ? gs_time_queued(device, launch_copy, context, 1, false) : -1;
}

/* The fastest way to copy on the device that we know: three candidates, the best one counts. */
static void measure_copy(struct gs_device *device, char *memory, size_t bytes,
                         struct gs_device_limits *limits)
{
    static const int depths[] = {0, 1, 4};
    for (size_t i = 0; i < GS_COUNT(depths); i++) {
        struct copy_probe probe = {memory, memory + bytes, bytes, depths[i],
                                   cudaMemcpyDeviceToDevice};
        if (!gs_limit_load(device, launch_copy, &probe))
            continue;
        double rate = rate_of(2 * (double)bytes, gs_limit_median(device, sample_copy, &probe));
        if (rate > limits->copy_bytes_per_s)
            limits->copy_bytes_per_s = rate;
    }
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

struct arithmetic_probe {
    enum gs_operation operation;
    enum gs_dtype dtype;
    unsigned blocks;
    int rounds;
    void *sink;
};

static int launch_arithmetic(struct gs_device *device, const void *context)
{
    const struct arithmetic_probe *probe = context;
    return gs_probe_arithmetic(probe->operation, probe->dtype, probe->blocks, probe->rounds,
                               probe->sink, device->stream);
}

static double sample_arithmetic(struct gs_device *device, const void *context)
{
    return gs_time_queued(device, launch_arithmetic, context, 1, false);
}

/* Operations a second; as many rounds a launch as take about 1 ms, whatever the GPU is good at. */
double gs_limit_operation(struct gs_device *device, enum gs_operation operation,
                          enum gs_dtype dtype, void *sink)
{
    const double long_enough_s = 1e-3;
    struct arithmetic_probe probe = {operation, dtype, 4 * (unsigned)device->facts.multiprocessors,
                                     64, sink};
    double pilot_s =
        gs_limit_load(device, launch_arithmetic, &probe) ? sample_arithmetic(device, &probe) : 0;
    if (pilot_s <= 0)
        return 0;
    if (pilot_s < long_enough_s)
        probe.rounds = (int)(probe.rounds * (long_enough_s / pilot_s)) + 1;
    return rate_of(gs_probe_operations(operation, probe.blocks, probe.rounds),
                   gs_limit_median(device, sample_arithmetic, &probe));
}

static void measure_arithmetic(struct gs_device *device, void *sink,
                               struct gs_arithmetic_limits *limits)
{
    for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++)
        limits->mads[dtype] =
            gs_limit_operation(device, GS_OPERATION_MAD, (enum gs_dtype)dtype, sink);
    for (int dtype = GS_F32; dtype <= GS_F64; dtype++)
        limits->exps[dtype] =
            gs_limit_operation(device, GS_OPERATION_EXP, (enum gs_dtype)dtype, sink);
}

/* ---- the bus --------------------------------------------------------------------------------- */

/*
 * By the host's clock, from the call to the end of the wait for it; never behind a held stream,
 * which a copy of pageable memory would wait for, and the hold for it.
 */
static double sample_transfer(struct gs_device *device, const void *context)
{
    double start = gs_clock_s();
    bool good = launch_copy(device, context) == 0;
    good &= cudaStreamSynchronize(device->stream) == cudaSuccess;
    return good ? gs_clock_s() - start : -1;
}

/* Each size, in and out, with the host memory as it is. */
static void measure_transfers(struct gs_device *device, void *memory, void *host, bool pinned,
                              struct gs_device_limits *limits)
{
    for (size_t i = 0; i < limits->copy_count; i++) {
        struct gs_copy_limit *copy = &limits->copies[i];
        struct copy_probe in = {memory, host, copy->bytes, 0, cudaMemcpyHostToDevice};
        struct copy_probe out = {host, memory, copy->bytes, 0, cudaMemcpyDeviceToHost};
        double in_s = seconds_or_0(gs_limit_fastest(device, sample_transfer, &in));
        double out_s = seconds_or_0(gs_limit_fastest(device, sample_transfer, &out));
        *(pinned ? &copy->pinned_in_s : &copy->pageable_in_s) = in_s;
        *(pinned ? &copy->pinned_out_s : &copy->pageable_out_s) = out_s;
    }
}

/* A copy each way at once, half of the host memory for each; by the host's clock. */
static double sample_both_ways(struct gs_device *device, const void *context)
{
    const struct copy_probe *probe = context;
    size_t half = probe->bytes / 2;
    char *on_device = probe->to;
    char *on_host = (char *)probe->from; // NOLINT(clang-diagnostic-cast-qual): its second half
    double start = gs_clock_s();
    bool good = cudaMemcpyAsync(on_device, on_host, half, cudaMemcpyHostToDevice, device->stream) ==
                cudaSuccess;
    good &= cudaMemcpyAsync(on_host + half, on_device + half, half, cudaMemcpyDeviceToHost,
                            device->streams[0]) == cudaSuccess;
    good &= cudaStreamSynchronize(device->stream) == cudaSuccess;
    good &= cudaStreamSynchronize(device->streams[0]) == cudaSuccess;
    return good ? gs_clock_s() - start : -1;
}

/* The rates of page-locked memory, by events: without what the host adds to each copy. */
static void measure_rates(struct gs_device *device, void *memory, void *host, size_t bytes,
                          struct gs_device_limits *limits)
{
    struct copy_probe in = {memory, host, bytes, 0, cudaMemcpyHostToDevice};
    struct copy_probe out = {host, memory, bytes, 0, cudaMemcpyDeviceToHost};
    limits->pinned_in_bytes_per_s =
        rate_of((double)bytes, gs_limit_fastest(device, sample_copy, &in));
    limits->pinned_out_bytes_per_s =
        rate_of((double)bytes, gs_limit_fastest(device, sample_copy, &out));
    limits->pinned_both_bytes_per_s =
        rate_of(0.5 * (double)bytes, gs_limit_fastest(device, sample_both_ways, &in));
}

/* First as ordinary memory, then page-locked in place, as the arrays of a point are. */
static void measure_bus(struct gs_device *device, void *memory, size_t bytes,
                        struct gs_device_limits *limits)
{
    struct gs_guarded host;
    struct gs_error ignored = {0};
    while (limits->copy_count > 0 && limits->copies[limits->copy_count - 1].bytes > bytes)
        limits->copy_count--;
    if (gs_guarded_alloc_host(&host, bytes, &ignored) != GS_OK)
        return;
    gs_cpu_fill(host.data, 0, bytes);
    measure_transfers(device, memory, host.data, false, limits);
    if (gs_device_pin(device, host.data, bytes, &ignored) == GS_OK) {
        measure_transfers(device, memory, host.data, true, limits);
        measure_rates(device, memory, host.data, bytes, limits);
        gs_device_unpin(device, host.data);
    } else {
        cudaGetLastError(); /* or the first launch would be blamed for it */
    }
    gs_guarded_release_host(&host);
}

/* ---- all limits ------------------------------------------------------------------------------ */

enum gs_status gs_device_measure_limits(struct gs_device *device, const size_t *copy_bytes,
                                        size_t count, struct gs_device_limits *out,
                                        struct gs_error *error)
{
    *out = (struct gs_device_limits){0};
    if (device->facts.simulated)
        return GS_OK;
    /* Far over the L2, and as large as the largest arrays one usually measures. */
    size_t bytes = (size_t)512 << 20, bus_bytes = GS_COPY_LIMIT_BYTES;
    while (bytes > gs_device_free_bytes(device) / 4)
        bytes /= 2;
    void *memory;
    enum gs_status status = gs_device_alloc(device, 2 * bytes, &memory, error);
    if (status != GS_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        out->copies[i].bytes = copy_bytes[i];
    out->copy_count = count;
    measure_launches(device, out);
    measure_copy(device, memory, bytes, out);
    measure_arithmetic(device, memory, &out->arithmetic);
    measure_bus(device, memory, bytes < bus_bytes ? bytes : bus_bytes, out);
    cudaFree(memory);
    if (device->wanted > 1 && device->facts.devices > 1)
        gs_device_measure_peers(device, bytes / 2, out);
    return gs_device_check(cudaDeviceSynchronize(), "measuring this device's limits", error);
}
