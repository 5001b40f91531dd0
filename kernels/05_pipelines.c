/*
 * Lesson 5, pipelines on the CPU. A processor has the lesson's problem too: its memory is as far
 * away from its cores as a GPU is from the host. The threaded versions run all steps over a block
 * that stays in the first-level cache before they turn to the next, so that, as in a fused kernel,
 * no value between two steps ever reaches memory.
 */
#include "common.h"
#include "transfer.h"

#include <math.h>

/* As in the lesson: the arrays of all three workloads, and the scalars of `pulses`. */
enum { X, Y, OUT };
enum { PERIOD, AMPLITUDE, THRESHOLD };

/* ---- serial --------------------------------------------------------------------------------- */

/* `f` is the suffix of the C functions for T. */
#define DEFINE_SERIAL(T, f)                                                                        \
    static void add_serial_##T(const struct gs_call *call)                                         \
    {                                                                                              \
        const T *x = call->arrays[X], *y = call->arrays[Y];                                        \
        T *out = call->arrays[OUT];                                                                \
        for (size_t i = 0; i < call->n; i++)                                                       \
            out[i] = x[i] + y[i];                                                                  \
    }                                                                                              \
                                                                                                   \
    static void pulses_serial_##T(const struct gs_call *call)                                      \
    {                                                                                              \
        const T *t = call->arrays[X], *noise = call->arrays[Y];                                    \
        T *waveform = call->arrays[OUT];                                                           \
        T period = (T)call->scalars[PERIOD], amplitude = (T)call->scalars[AMPLITUDE];              \
        T threshold = (T)call->scalars[THRESHOLD];                                                 \
        for (size_t i = 0; i < call->n; i++) {                                                     \
            T value = fmax##f(sin##f(t[i] / period) - (T)0.3, 0) * amplitude + noise[i];           \
            waveform[i] = value < threshold ? 0 : value;                                           \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void hidden_layer_serial_##T(const struct gs_call *call)                                \
    {                                                                                              \
        const T *grey = call->arrays[X], *weight = call->arrays[Y];                                \
        T *layer = call->arrays[OUT];                                                              \
        for (size_t i = 0; i < call->n; i++)                                                       \
            layer[i] = tanh##f(grey[i] / 255 * weight[i]);                                         \
    }

DEFINE_SERIAL(float, f)
DEFINE_SERIAL(double, )

int add_serial(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, add_serial, call);
    return 0;
}

int pulses_serial(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, pulses_serial, call);
    return 0;
}

int hidden_layer_serial(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, hidden_layer_serial, call);
    return 0;
}

/* ---- threads -------------------------------------------------------------------------------- */

/* The comparison in pulses_finish is how fmax(x, 0) is written for SIMD: NaN becomes 0. */
#define DEFINE_BLOCKS(T, type)                                                                     \
    GS_SIMD_CLONES                                                                                 \
    static void add_block_##T(const struct gs_call *call, size_t begin, size_t count, void *to)    \
    {                                                                                              \
        const T *x = (const T *)call->arrays[X] + begin, *y = (const T *)call->arrays[Y] + begin;  \
        T *restrict out = to;                                                                      \
        for (size_t i = 0; i < count; i++)                                                         \
            out[i] = x[i] + y[i];                                                                  \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void pulses_begin_##T(const T *t, T period, T *restrict out, size_t count)              \
    {                                                                                              \
        for (size_t i = 0; i < count; i++)                                                         \
            out[i] = t[i] / period;                                                                \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void pulses_finish_##T(const T *noise, T amplitude, T threshold, T *restrict out,       \
                                  size_t count)                                                    \
    {                                                                                              \
        for (size_t i = 0; i < count; i++) {                                                       \
            T over = out[i] - (T)0.3;                                                              \
            T value = (over > 0 ? over : 0) * amplitude + noise[i];                                \
            out[i] = value < threshold ? 0 : value;                                                \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void pulses_block_##T(const struct gs_call *call, size_t begin, size_t count, void *to) \
    {                                                                                              \
        const T *t = call->arrays[X], *noise = call->arrays[Y];                                    \
        pulses_begin_##T(t + begin, (T)call->scalars[PERIOD], to, count);                          \
        gs_simd_sin_##type(to, to, count);                                                         \
        pulses_finish_##T(noise + begin, (T)call->scalars[AMPLITUDE], (T)call->scalars[THRESHOLD], \
                          to, count);                                                              \
    }                                                                                              \
                                                                                                   \
    GS_SIMD_CLONES                                                                                 \
    static void hidden_layer_begin_##T(const T *grey, const T *weight, T *restrict out,            \
                                       size_t count)                                               \
    {                                                                                              \
        for (size_t i = 0; i < count; i++)                                                         \
            out[i] = grey[i] / 255 * weight[i];                                                    \
    }                                                                                              \
                                                                                                   \
    static void hidden_layer_block_##T(const struct gs_call *call, size_t begin, size_t count,     \
                                       void *to)                                                   \
    {                                                                                              \
        const T *grey = call->arrays[X], *weight = call->arrays[Y];                                \
        hidden_layer_begin_##T(grey + begin, weight + begin, to, count);                           \
        gs_simd_tanh_##type(to, to, count);                                                        \
    }

DEFINE_BLOCKS(float, f32)
DEFINE_BLOCKS(double, f64)

/* Additions that store past the cache as they go: there is too little arithmetic here to hide a
 * second walk over the block. `to` starts on a boundary of 16 bytes, but for a first block. */
#define DEFINE_ADD_STREAM(T)                                                                       \
    static void add_stream_##T(const struct gs_call *call, size_t begin, size_t count, void *to)   \
    {                                                                                              \
        typedef T pack __attribute__((vector_size(16), aligned(sizeof(T))));                       \
        enum { PACK = 16 / sizeof(T) };                                                            \
        const T *x = (const T *)call->arrays[X] + begin, *y = (const T *)call->arrays[Y] + begin;  \
        T *out = to;                                                                               \
        size_t streamed = (uintptr_t)to % 16 == 0 ? count / PACK * PACK : 0;                       \
        for (size_t i = 0; i < streamed; i += PACK) {                                              \
            pack sum = *(const pack *)(x + i) + *(const pack *)(y + i);                            \
            gs_stream_store16(out + i, &sum);                                                      \
        }                                                                                          \
        for (size_t i = streamed; i < count; i++)                                                  \
            out[i] = x[i] + y[i];                                                                  \
    }

DEFINE_ADD_STREAM(float)
DEFINE_ADD_STREAM(double)

/* An element's addition takes a fraction of a nanosecond, its sine or tanh some. */
enum { ALONE_FUNCTION = 32 << 10 };

int add_threads(const struct gs_call *call)
{
    static const struct in_blocks add[] = {
        [GS_F32] = {3, ALONE_BYTES, add_block_float, add_stream_float},
        [GS_F64] = {3, ALONE_BYTES, add_block_double, add_stream_double},
    };
    compute_in_blocks(call, &add[call->dtype]);
    return 0;
}

int pulses_threads(const struct gs_call *call)
{
    static const struct in_blocks pulses[] = {
        [GS_F32] = {3, ALONE_FUNCTION, pulses_block_float, NULL},
        [GS_F64] = {3, ALONE_FUNCTION, pulses_block_double, NULL},
    };
    compute_in_blocks(call, &pulses[call->dtype]);
    return 0;
}

int hidden_layer_threads(const struct gs_call *call)
{
    static const struct in_blocks hidden_layer[] = {
        [GS_F32] = {3, ALONE_FUNCTION, hidden_layer_block_float, NULL},
        [GS_F64] = {3, ALONE_FUNCTION, hidden_layer_block_double, NULL},
    };
    compute_in_blocks(call, &hidden_layer[call->dtype]);
    return 0;
}

/* ---- staged: threads that feed a GPU --------------------------------------------------------- */

/*
 * `staged` is a variant of the device, `overlapped` from pageable memory. The driver's own copy
 * from there is one thread's work: it carries a piece to page-locked memory, and waits while the
 * bus takes it. Here all threads carry, each through two slots of its own: while one slot's chunk
 * is on the bus or in the kernel, the thread fills or empties the other.
 */

/* Launches the fused kernel over elements [begin, begin + count), in 05_pipelines.cu. */
typedef int chunk_fn(const struct gs_call *call, size_t begin, size_t count, void *stream);
chunk_fn pulses_chunk, hidden_layer_chunk;

enum { THREAD_SLOTS = 2, MOST_CARRIERS = GS_SLOTS / THREAD_SLOTS };

/* A slot, and the elements that are on their way through it; none: it is free. */
struct flight {
    const struct gs_slot *slot;
    size_t begin, count;
};

/*
 * Both inputs into the slot, a half each, and on to the device; the result comes back to the half
 * that `x` has left by then. Ordinary stores: slots are few and small, so that they stay in the
 * cache, and the GPU fetches from there what never went to memory.
 */
static int send(const struct gs_call *call, chunk_fn *launch, const struct flight *flight)
{
    static const size_t inputs[] = {X, Y};
    size_t size = gs_dtype_bytes(call->dtype), begin = flight->begin, count = flight->count;
    char *half = flight->slot->memory;
    void *stream = flight->slot->stream;
    int error = 0;
    for (size_t i = 0; error == 0 && i < 2; i++, half += GS_SLOT_BYTES / 2) {
        memcpy(half, (const char *)call->host[inputs[i]] + begin * size, count * size);
        error = gs_copy_in_from(call, inputs[i], begin, count, half, stream);
    }
    if (error == 0)
        error = launch(call, begin, count, stream);
    if (error == 0)
        error = gs_copy_out_to(call, OUT, begin, count, flight->slot->memory, stream);
    return error;
}

/* Waits for what is in the slot and brings the result home; the slot is free then. */
static int receive(const struct gs_call *call, struct flight *flight)
{
    if (flight->count == 0)
        return 0;
    size_t size = gs_dtype_bytes(call->dtype);
    char *home = (char *)call->host[OUT] + flight->begin * size;
    int error = gs_copy_wait(flight->slot->stream);
    if (error == 0)
        stream_block(home, flight->slot->memory, flight->count * size);
    flight->count = 0;
    return error;
}

/* One thread's part: whichever chunk is next, until there are no more. 0 or its first error. */
static int carry(const struct gs_call *call, chunk_fn *launch, size_t chunk)
{
    struct flight flights[THREAD_SLOTS];
    size_t chunks = (call->n + chunk - 1) / chunk, turn = 0;
    int error = 0;
    for (int i = 0; i < THREAD_SLOTS; i++)
        flights[i] = (struct flight){&call->slots[omp_get_thread_num() * THREAD_SLOTS + i], 0, 0};
#pragma omp for schedule(dynamic) nowait
    for (size_t i = 0; i < chunks; i++) {
        struct flight *flight = &flights[turn++ % THREAD_SLOTS];
        size_t begin = i * chunk;
        if (error == 0)
            error = receive(call, flight);
        if (error != 0)
            continue;
        flight->begin = begin;
        flight->count = chunk < call->n - begin ? chunk : call->n - begin;
        error = send(call, launch, flight);
    }
    for (int i = 0; i < THREAD_SLOTS; i++) {
        int last = receive(call, &flights[turn++ % THREAD_SLOTS]);
        error = error != 0 ? error : last;
    }
    gs_stream_fence();
    return error;
}

/*
 * Elements of a chunk: half a slot, or less, so that all threads get one; but none so small that
 * its calls (some microseconds each) count beside it. A multiple of any pack.
 */
static size_t staged_chunk(const struct gs_call *call, int carriers)
{
    const size_t least_bytes = 128 << 10, grain = 1024;
    size_t size = gs_dtype_bytes(call->dtype), most = GS_SLOT_BYTES / 2 / size;
    size_t least = least_bytes / size, fair = call->n / (size_t)carriers / grain * grain + grain;
    fair = fair > least ? fair : least;
    return fair < most ? fair : most;
}

static int staged(const struct gs_call *call, chunk_fn *launch)
{
    int carriers = gs_cpu_threads() < MOST_CARRIERS ? gs_cpu_threads() : MOST_CARRIERS;
    size_t chunk = staged_chunk(call, carriers);
    int error = 0;
#pragma omp parallel num_threads(call->n > chunk ? carriers : 1) reduction(max : error)
    error = carry(call, launch, chunk);
    return error;
}

int pulses_staged(const struct gs_call *call)
{
    return staged(call, pulses_chunk);
}

int hidden_layer_staged(const struct gs_call *call)
{
    return staged(call, hidden_layer_chunk);
}
