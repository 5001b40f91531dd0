/* A profile of this device: what it can do, by kernels that do one thing each. */
#include "device_internal.h"
#include "profile_probes.h"

#include <math.h>
#include <string.h>

/* ---- times ----------------------------------------------------------------------------------- */

struct timed {
    gs_queue_fn *queue;
    const void *context;
    bool cold;
};

static double sample_timed(struct gs_device *device, const void *context)
{
    const struct timed *timed = context;
    if (timed->cold && !gs_device_flush(device))
        return -1;
    return gs_time_queued(device, timed->queue, timed->context, 1, false);
}

/* Median seconds of one launch; NAN where it failed, and so is all that is computed from it. */
static double seconds_of(struct gs_device *device, gs_queue_fn *queue, const void *context,
                         bool cold)
{
    const struct timed timed = {queue, context, cold};
    double seconds =
        gs_limit_load(device, queue, context) ? gs_limit_median(device, sample_timed, &timed) : -1;
    return seconds > 0 ? seconds : NAN;
}

/* What was not measured is 0 in a profile, and so is a difference that noise has turned round. */
static double known(double value)
{
    return isfinite(value) && value > 0 ? value : 0;
}

static void add_point(struct gs_gpu_points *points, double at, double value)
{
    if (points->count < GS_GPU_POINTS && known(value) > 0) {
        points->at[points->count] = at;
        points->value[points->count++] = value;
    }
}

/* ---- blocks and latency ---------------------------------------------------------------------- */

struct blocks_probe {
    unsigned grid, block;
};

static int launch_blocks(struct gs_device *device, const void *context)
{
    const struct blocks_probe *probe = context;
    return gs_probe_blocks(probe->grid, probe->block, device->stream);
}

/* From two launches, so that what a launch costs by itself falls out. */
static void profile_blocks(struct gs_device *device, struct gs_gpu_points *points)
{
    enum { FEW = 1 << 15, MANY = 1 << 18 };
    for (unsigned block = 32; block <= 1024; block *= 2) {
        const struct blocks_probe few = {FEW, block}, many = {MANY, block};
        double more_s = seconds_of(device, launch_blocks, &many, false) -
                        seconds_of(device, launch_blocks, &few, false);
        add_point(points, block, more_s / (MANY - FEW));
    }
}

/* The same of blocks that have something to load: each waits for it, and for its slowest warp. */
struct copy_blocks_probe {
    char *memory;
    size_t bytes;
    unsigned block;
};

static int launch_copy_blocks(struct gs_device *device, const void *context)
{
    const struct copy_blocks_probe *probe = context;
    unsigned grid = (unsigned)(probe->bytes / sizeof(unsigned) / probe->block);
    return gs_probe_copy_blocks(probe->memory + probe->bytes, probe->memory, grid, probe->block,
                                device->stream);
}

static void profile_copy_blocks(struct gs_device *device, char *memory, size_t bytes,
                                struct gs_gpu_points *points)
{
    for (unsigned block = 32; block <= 1024; block *= 2) {
        const struct copy_blocks_probe few = {memory, bytes / 8, block};
        const struct copy_blocks_probe many = {memory, bytes, block};
        double more_s = seconds_of(device, launch_copy_blocks, &many, true) -
                        seconds_of(device, launch_copy_blocks, &few, true);
        const size_t more = bytes - bytes / 8;
        double blocks = (double)more / sizeof(unsigned) / block;
        add_point(points, block, more_s / blocks);
    }
}

struct chase_probe {
    void *memory;
    unsigned steps;
};

static int launch_chase(struct gs_device *device, const void *context)
{
    const struct chase_probe *probe = context;
    return gs_probe_chase(probe->memory, probe->steps, device->stream);
}

static int launch_chase_near(struct gs_device *device, const void *context)
{
    const struct chase_probe *probe = context;
    return gs_probe_chase_near(probe->memory, probe->steps, device->stream);
}

/* Seconds of one load of a ring of `bytes`, each behind the one before. */
static double latency_of(struct gs_device *device, gs_queue_fn *chase, void *memory, size_t bytes,
                         bool cold)
{
    enum { FEW = 64, MANY = 4096 };
    const struct chase_probe few = {memory, FEW}, many = {memory, MANY};
    if (gs_probe_make_ring(memory, bytes / GS_CHASE_CELL, device->stream) != 0)
        return NAN;
    double more_s = seconds_of(device, chase, &many, cold) - seconds_of(device, chase, &few, cold);
    return more_s / (MANY - FEW);
}

static void profile_latency(struct gs_device *device, void *memory, double *numbers)
{
    enum { NEAR = 4 << 10, SMALL = 2 << 20, LARGE = 256 << 20 };
    const struct chase_probe one = {memory, 1}, none = {memory, 0};
    numbers[GS_GPU_MEMORY_LATENCY_S] = known(latency_of(device, launch_chase, memory, LARGE, true));
    numbers[GS_GPU_FIRST_LOAD_S] = known(seconds_of(device, launch_chase, &one, true) -
                                         seconds_of(device, launch_chase, &none, true));
    numbers[GS_GPU_L2_LATENCY_S] = known(latency_of(device, launch_chase, memory, SMALL, false));
    numbers[GS_GPU_L1_LATENCY_S] =
        known(latency_of(device, launch_chase_near, memory, NEAR, false));
}

/* ---- traffic --------------------------------------------------------------------------------- */

static int launch_traffic(struct gs_device *device, const void *context)
{
    return gs_probe_traffic(context, device->stream);
}

/*
 * So many bytes under way in each multiprocessor: threads with 4 bytes each as long as there is
 * room for so many threads, then with 16, with 32 and with 64.
 */
static struct gs_traffic_probe traffic_probe(const struct gs_device *device, enum gs_traffic kind,
                                             size_t in_flight, char *memory, size_t bytes)
{
    enum { MOST_THREADS = 2048, MOST_BLOCK = 256 };
    unsigned width = in_flight <= (size_t)4 * MOST_THREADS ? 4 : 16, depth = 1;
    while (in_flight > (size_t)width * depth * MOST_THREADS)
        depth *= 2;
    unsigned threads = (unsigned)(in_flight / ((size_t)width * depth));
    unsigned block = threads < MOST_BLOCK ? threads : MOST_BLOCK;
    return (struct gs_traffic_probe){.kind = kind,
                                     .to = memory + bytes,
                                     .from = memory,
                                     .bytes = bytes,
                                     .grid = (unsigned)device->facts.multiprocessors *
                                             (threads / block),
                                     .block = block,
                                     .width = width,
                                     .depth = depth,
                                     .passes = 1};
}

static void profile_traffic(struct gs_device *device, char *memory, size_t bytes,
                            struct gs_gpu_profile *out)
{
    static const struct {
        enum gs_traffic kind;
        enum gs_gpu_curve curve;
        double ways;
    } kinds[] = {
        {GS_TRAFFIC_READ, GS_GPU_READ_BYTES_PER_S, 1},
        {GS_TRAFFIC_WRITE, GS_GPU_WRITE_BYTES_PER_S, 1},
        {GS_TRAFFIC_MOVE, GS_GPU_MOVE_BYTES_PER_S, 2},
        {GS_TRAFFIC_UPDATE, GS_GPU_UPDATE_BYTES_PER_S, 2},
    };
    enum { FEWEST = 128, MOST = 128 << 10 };
    for (size_t k = 0; k < GS_COUNT(kinds); k++) {
        for (size_t in_flight = FEWEST; in_flight <= MOST; in_flight *= 2) {
            const struct gs_traffic_probe probe =
                traffic_probe(device, kinds[k].kind, in_flight, memory, bytes);
            double seconds = seconds_of(device, launch_traffic, &probe, true);
            add_point(&out->curves[kinds[k].curve], (double)in_flight,
                      kinds[k].ways * (double)bytes / seconds);
        }
    }
}

/* A quarter of the L2, read again and again; what the first pass takes falls out. */
static void profile_l2(struct gs_device *device, char *memory, double *numbers)
{
    enum { FEW = 2, MANY = 34, IN_FLIGHT = 64 << 10 };
    size_t bytes = device->facts.l2_bytes / 4 >> 16 << 16;
    struct gs_traffic_probe few = traffic_probe(device, GS_TRAFFIC_READ, IN_FLIGHT, memory, bytes);
    struct gs_traffic_probe many = few;
    few.passes = FEW;
    many.passes = MANY;
    double more_s = seconds_of(device, launch_traffic, &many, false) -
                    seconds_of(device, launch_traffic, &few, false);
    numbers[GS_GPU_L2_READ_BYTES_PER_S] = known((MANY - FEW) * (double)bytes / more_s);
}

struct scatter_probe {
    void *memory;
    int stores;
    size_t words;
    unsigned grid, passes;
};

static int launch_scatter(struct gs_device *device, const void *context)
{
    const struct scatter_probe *p = context;
    return gs_probe_scatter(p->memory, p->stores, p->words, p->grid, p->passes, device->stream);
}

/* Sectors a second, of 8 MiB that the L2 holds; what the first pass takes falls out. */
static double scattered_rate(struct gs_device *device, void *memory, int stores)
{
    enum { WORDS = 2 << 20, FEW = 2, MANY = 18 };
    const unsigned full = 8 * (unsigned)device->facts.multiprocessors;
    const struct scatter_probe few = {memory, stores, WORDS, full, FEW};
    const struct scatter_probe many = {memory, stores, WORDS, full, MANY};
    double more_s = seconds_of(device, launch_scatter, &many, false) -
                    seconds_of(device, launch_scatter, &few, false);
    return known((MANY - FEW) * (double)WORDS / more_s);
}

/* ---- within a block -------------------------------------------------------------------------- */

struct steps_probe {
    enum gs_step step;
    unsigned grid;
    int rounds;
    void *sink;
};

static int launch_steps(struct gs_device *device, const void *context)
{
    const struct steps_probe *probe = context;
    return gs_probe_steps(probe->step, probe->grid, probe->rounds, probe->sink, device->stream);
}

/* Seconds of one step of all blocks together. */
static double step_s(struct gs_device *device, enum gs_step step, unsigned grid, void *sink)
{
    enum { FEW = 16, MANY = 256 };
    const struct steps_probe few = {step, grid, FEW, sink}, many = {step, grid, MANY, sink};
    double more_s = seconds_of(device, launch_steps, &many, false) -
                    seconds_of(device, launch_steps, &few, false);
    return more_s / ((MANY - FEW) * GS_STEPS_A_ROUND);
}

static void profile_steps(struct gs_device *device, void *sink, double *numbers)
{
    const unsigned full = 8 * (unsigned)device->facts.multiprocessors;
    const double warps = (double)full * GS_STEP_BLOCK / 32;
    numbers[GS_GPU_SHARED_WAVEFRONTS_PER_S] =
        known(warps / step_s(device, GS_STEP_SHARED, full, sink));
    numbers[GS_GPU_SHARED_LATENCY_S] = known(step_s(device, GS_STEP_SHARED_CHAIN, 1, sink));
    numbers[GS_GPU_SHARED_ATOMICS_ONE_I32_PER_S] =
        known(32 * warps / step_s(device, GS_STEP_SHARED_ATOMIC_ONE, full, sink));
    numbers[GS_GPU_SHARED_ATOMICS_MANY_I32_PER_S] =
        known(32 * warps / step_s(device, GS_STEP_SHARED_ATOMIC_MANY, full, sink));
    numbers[GS_GPU_SHUFFLES_PER_S] = known(warps / step_s(device, GS_STEP_SHUFFLE, full, sink));
    numbers[GS_GPU_BARRIERS_PER_S] = known(full / step_s(device, GS_STEP_BARRIER, full, sink));
    numbers[GS_GPU_BARRIER_S] = known(step_s(device, GS_STEP_BARRIER, 1, sink));
}

/* ---- atomics --------------------------------------------------------------------------------- */

struct atomics_probe {
    void *cells;
    bool is_float, one_address;
    unsigned grid;
};

enum { ATOMICS_BLOCK = 256 };

static int launch_atomics(struct gs_device *device, const void *context)
{
    const struct atomics_probe *probe = context;
    return gs_probe_atomics(probe->cells, probe->is_float, probe->one_address, probe->grid,
                            ATOMICS_BLOCK, device->stream);
}

/* A second; the cells are in the L2. */
static double atomics_rate(struct gs_device *device, void *cells, bool is_float, bool one_address)
{
    const size_t most = device->facts.l2_bytes / 4 / sizeof(float);
    const unsigned grid = (unsigned)(most / ATOMICS_BLOCK);
    const struct atomics_probe few = {cells, is_float, one_address, grid / 8};
    const struct atomics_probe many = {cells, is_float, one_address, grid};
    double more_s = seconds_of(device, launch_atomics, &many, false) -
                    seconds_of(device, launch_atomics, &few, false);
    return known((double)(many.grid - few.grid) * ATOMICS_BLOCK / more_s);
}

static void profile_atomics(struct gs_device *device, void *cells, double *numbers)
{
    numbers[GS_GPU_ATOMICS_ONE_I32_PER_S] = atomics_rate(device, cells, false, true);
    numbers[GS_GPU_ATOMICS_ONE_F32_PER_S] = atomics_rate(device, cells, true, true);
    numbers[GS_GPU_ATOMICS_MANY_I32_PER_S] = atomics_rate(device, cells, false, false);
    numbers[GS_GPU_ATOMICS_MANY_F32_PER_S] = atomics_rate(device, cells, true, false);
}

/* ---- what the limits of a run already are ---------------------------------------------------- */

static void profile_operations(struct gs_device *device, void *sink, double *numbers)
{
    for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++)
        numbers[GS_GPU_DIVISIONS_F32_PER_S + dtype] =
            gs_limit_operation(device, GS_OPERATION_DIVISION, (enum gs_dtype)dtype, sink);
    for (int dtype = GS_F32; dtype <= GS_F64; dtype++)
        numbers[GS_GPU_ROOTS_F32_PER_S + dtype] =
            gs_limit_operation(device, GS_OPERATION_ROOT, (enum gs_dtype)dtype, sink);
}

static void take_limits(const struct gs_device_limits *limits, struct gs_gpu_profile *out)
{
    double *numbers = out->numbers;
    numbers[GS_GPU_EMPTY_KERNEL_S] = limits->empty_kernel_s;
    numbers[GS_GPU_KERNEL_IN_A_ROW_S] = limits->empty_batch_s;
    numbers[GS_GPU_COPY_BYTES_PER_S] = limits->copy_bytes_per_s;
    numbers[GS_GPU_PINNED_IN_BYTES_PER_S] = limits->pinned_in_bytes_per_s;
    numbers[GS_GPU_PINNED_OUT_BYTES_PER_S] = limits->pinned_out_bytes_per_s;
    numbers[GS_GPU_PINNED_BOTH_BYTES_PER_S] = limits->pinned_both_bytes_per_s;
    for (int dtype = 0; dtype < GS_DTYPE_COUNT; dtype++)
        numbers[GS_GPU_MADS_F32_PER_S + dtype] = limits->arithmetic.mads[dtype];
    for (int dtype = GS_F32; dtype <= GS_F64; dtype++)
        numbers[GS_GPU_EXPS_F32_PER_S + dtype] = limits->arithmetic.exps[dtype];
    for (size_t i = 0; i < limits->copy_count; i++) {
        const struct gs_copy_limit *copy = &limits->copies[i];
        double bytes = (double)copy->bytes;
        add_point(&out->curves[GS_GPU_PINNED_IN_S], bytes, copy->pinned_in_s);
        add_point(&out->curves[GS_GPU_PINNED_OUT_S], bytes, copy->pinned_out_s);
        add_point(&out->curves[GS_GPU_PAGEABLE_IN_S], bytes, copy->pageable_in_s);
        add_point(&out->curves[GS_GPU_PAGEABLE_OUT_S], bytes, copy->pageable_out_s);
    }
}

static enum gs_status profile_limits(struct gs_device *device, struct gs_gpu_profile *out,
                                     struct gs_error *error)
{
    struct gs_device_limits limits;
    size_t sizes[GS_COPY_LIMITS], count = 0;
    for (size_t bytes = 4096; bytes <= GS_COPY_LIMIT_BYTES; bytes *= 2)
        sizes[count++] = bytes;
    enum gs_status status = gs_device_measure_limits(device, sizes, count, &limits, error);
    if (status == GS_OK)
        take_limits(&limits, out);
    return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void take_facts(const struct gs_device_facts *facts, struct gs_gpu_profile *out)
{
    memcpy(out->name, facts->name, sizeof out->name);
    out->measured = true;
    out->compute_major = facts->compute_major;
    out->compute_minor = facts->compute_minor;
    out->numbers[GS_GPU_MULTIPROCESSORS] = facts->multiprocessors;
    out->numbers[GS_GPU_SM_CLOCK_HZ] = 1e3 * facts->sm_clock_khz;
    out->numbers[GS_GPU_MEMORY_BYTES] = (double)facts->memory_bytes;
    out->numbers[GS_GPU_L2_BYTES] = (double)facts->l2_bytes;
}

enum gs_status gs_device_profile(struct gs_device *device, struct gs_gpu_profile *out,
                                 struct gs_error *error)
{
    enum { MOST_BYTES = 512 << 20 };
    *out = (struct gs_gpu_profile){0};
    if (device->facts.simulated)
        return gs_fail(error, GS_USAGE,
                       "profile: a simulated device has no times; run it on a machine with a GPU");
    if (gs_device_free_bytes(device) < (size_t)4 * MOST_BYTES)
        return gs_fail(error, GS_USAGE,
                       "profile: it needs 2 GiB of free memory on the GPU; end what uses it");
    take_facts(&device->facts, out);
    enum gs_status status = profile_limits(device, out, error);
    void *memory = NULL;
    if (status == GS_OK)
        status = gs_device_alloc(device, (size_t)2 * MOST_BYTES, &memory, error);
    if (status != GS_OK)
        return status;
    profile_blocks(device, &out->curves[GS_GPU_BLOCK_S]);
    profile_copy_blocks(device, memory, MOST_BYTES, &out->curves[GS_GPU_COPY_BLOCK_S]);
    profile_latency(device, memory, out->numbers);
    profile_traffic(device, memory, MOST_BYTES, out);
    profile_l2(device, memory, out->numbers);
    out->numbers[GS_GPU_SCATTERED_LOADS_PER_S] = scattered_rate(device, memory, 0);
    out->numbers[GS_GPU_SCATTERED_STORES_PER_S] = scattered_rate(device, memory, 1);
    profile_steps(device, memory, out->numbers);
    profile_atomics(device, memory, out->numbers);
    profile_operations(device, memory, out->numbers);
    gs_device_release(device, memory);
    return gs_device_check(cudaDeviceSynchronize(), "measuring a profile", error);
}
