/*
 * Lesson 5, pipelines: the same arithmetic with fewer bytes moved for it.
 *
 * `add` is one step, out = x + y. `pulses` and `hidden_layer` are three steps of one shape,
 *
 *     out = third(second(first(x), y))
 *
 * Every variant calls the same functions through the same two kernels. What differs is how often
 * the values between the steps travel: over the bus to the host and back, to device memory and
 * back, or not at all.
 */
#include "common.cuh"
#include "transfer.h"

#include <math.h>

/* ---- the steps, for one element ------------------------------------------------------------- */

template <typename T> struct add {
    __device__ T operator()(T x, T y) const
    {
        return x + y;
    }
};

/* The top of a sine wave, where it is over 0.3. max() prefers a number to NaN, so where there is no
 * phase (a period of 0, an infinite t) there is no pulse. */
template <typename T> struct make_pulse {
    T period, amplitude;

    __device__ T operator()(T t) const
    {
        return max(sin(t / period) - T(0.3), T(0)) * amplitude;
    }
};

/* NaN is not under any threshold and stays; a threshold of minus infinity suppresses nothing. */
template <typename T> struct suppress {
    T threshold;

    __device__ T operator()(T value) const
    {
        return value < threshold ? T(0) : value;
    }
};

template <typename T> struct normalize {
    __device__ T operator()(T grey) const
    {
        return grey / T(255);
    }
};

template <typename T> struct weigh {
    __device__ T operator()(T value, T weight) const
    {
        return value * weight;
    }
};

template <typename T> struct activate {
    __device__ T operator()(T value) const
    {
        return tanh(value);
    }
};

/* All three steps as one function: the values between them stay in registers. */
template <typename First, typename Second, typename Third> struct pipeline {
    First first;
    Second second;
    Third third;

    template <typename T> __device__ T operator()(T x, T y) const
    {
        return third(second(first(x), y));
    }
};

/* ---- the kernels: one step over arrays ------------------------------------------------------ */

/*
 * out[i] = f(x[i]). Neighbouring threads at neighbouring chunks, one a thread: 16 bytes an
 * access (WIDTH of 4 in f32, 2 in f64), as lesson 3 found that fast memory wants it. WIDTH is 1
 * for arrays that come to a 16-byte boundary at different elements.
 */
template <int WIDTH, typename T, typename F>
__global__ void __launch_bounds__(1024) map(const T *x, T *out, chunked<T, WIDTH> cut, F f)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cut.chunks) {
        chunk<T, WIDTH> a = cut.of(x)[i];
        for (int k = 0; k < WIDTH; k++)
            a.element[k] = f(a.element[k]);
        cut.of(out)[i] = a;
    }
    if (i < cut.remainder()) {
        size_t k = cut.remainder_index(i);
        out[k] = f(x[k]);
    }
}

/*
 * out[i] = f(x[i], y[i]), in the same way. With a whole pipeline for f this is the fused kernel: it
 * reads two arrays and writes one, where a kernel for each step reads four and writes three.
 */
template <int WIDTH, typename T, typename F>
__global__ void __launch_bounds__(1024)
    zip(const T *x, const T *y, T *out, chunked<T, WIDTH> cut, F f)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cut.chunks) {
        chunk<T, WIDTH> a = cut.of(x)[i];
        chunk<T, WIDTH> b = cut.of(y)[i];
        for (int k = 0; k < WIDTH; k++)
            a.element[k] = f(a.element[k], b.element[k]);
        cut.of(out)[i] = a;
    }
    if (i < cut.remainder()) {
        size_t k = cut.remainder_index(i);
        out[k] = f(x[k], y[k]);
    }
}

/* ---- launching them ------------------------------------------------------------------------- */

/* Over a whole array of the call, into another. */
template <typename T, typename F>
static cudaError_t launch_map(const struct gs_call *call, size_t from, size_t to, F f)
{
    const T *x = array<T>(call, from);
    T *out = array<T>(call, to);
    unsigned block = call->block;
    cudaStream_t stream = stream_of(call);
    if (aligned_alike(x, out)) {
        chunked<T> cut = cut_into_chunks(x, call->n);
        map<<<gs_blocks_for(cut.threads(), block), block, 0, stream>>>(x, out, cut, f);
    } else {
        chunked<T, 1> cut = {call->n, 0, call->n};
        map<<<gs_blocks_for(cut.threads(), block), block, 0, stream>>>(x, out, cut, f);
    }
    return cudaGetLastError();
}

template <typename T, typename F>
static cudaError_t launch_zip(const T *x, const T *y, T *out, size_t n, F f, unsigned block,
                              cudaStream_t stream)
{
    if (aligned_alike(x, y, out)) {
        chunked<T> cut = cut_into_chunks(x, n);
        zip<<<gs_blocks_for(cut.threads(), block), block, 0, stream>>>(x, y, out, cut, f);
    } else {
        chunked<T, 1> cut = {n, 0, n};
        zip<<<gs_blocks_for(cut.threads(), block), block, 0, stream>>>(x, y, out, cut, f);
    }
    return cudaGetLastError();
}

/* Over whole arrays of the call. */
template <typename T, typename F>
static cudaError_t launch_zip(const struct gs_call *call, size_t x, size_t y, size_t out, F f)
{
    return launch_zip(array<T>(call, x), array<T>(call, y), array<T>(call, out), call->n, f,
                      call->block, stream_of(call));
}

/* ---- the variants --------------------------------------------------------------------------- */

/* The arrays of all three workloads; `add` has no values between steps. */
enum { X, Y, OUT, AFTER_FIRST, AFTER_SECOND };

/* The whole array to the host, and not on before it is there. */
static int bring_back(const struct gs_call *call, size_t array)
{
    int error = gs_copy_out(call, array, 0, call->n, call->stream);
    return error != cudaSuccess ? error : cudaStreamSynchronize(stream_of(call));
}

/* One step by itself: its operand to the device, the kernel, its result to the host. */
template <typename T, typename F>
static int map_round_trip(const struct gs_call *call, size_t x, size_t out, F f)
{
    int error = gs_copy_in(call, x, 0, call->n, call->stream);
    if (error == cudaSuccess)
        error = launch_map<T>(call, x, out, f);
    return error != cudaSuccess ? error : bring_back(call, out);
}

template <typename T, typename F>
static int zip_round_trip(const struct gs_call *call, size_t x, size_t y, size_t out, F f)
{
    int error = gs_copy_in(call, x, 0, call->n, call->stream);
    if (error == cudaSuccess)
        error = gs_copy_in(call, y, 0, call->n, call->stream);
    if (error == cudaSuccess)
        error = launch_zip<T>(call, x, y, out, f);
    return error != cudaSuccess ? error : bring_back(call, out);
}

/* Each step fetches what the step before has just sent away: seven copies where three will do. */
template <typename T, typename Pipeline>
static int round_trips(const struct gs_call *call, Pipeline steps)
{
    if (call->n == 0)
        return cudaSuccess;
    int error = map_round_trip<T>(call, X, AFTER_FIRST, steps.first);
    if (error == cudaSuccess)
        error = zip_round_trip<T>(call, AFTER_FIRST, Y, AFTER_SECOND, steps.second);
    if (error == cudaSuccess)
        error = map_round_trip<T>(call, AFTER_SECOND, OUT, steps.third);
    return error;
}

/* The same three kernels, with nothing between them but device memory. */
template <typename T, typename Pipeline>
static int resident(const struct gs_call *call, Pipeline steps)
{
    int error = launch_map<T>(call, X, AFTER_FIRST, steps.first);
    if (error == cudaSuccess)
        error = launch_zip<T>(call, AFTER_FIRST, Y, AFTER_SECOND, steps.second);
    if (error == cudaSuccess)
        error = launch_map<T>(call, AFTER_SECOND, OUT, steps.third);
    return error;
}

/* One kernel: the values between the steps are never stored. */
template <typename T, typename Pipeline>
static int fused(const struct gs_call *call, Pipeline steps)
{
    return launch_zip<T>(call, X, Y, OUT, steps);
}

/*
 * Elements of the next chunk, a quarter of those that are left. The bus is busy from the first
 * chunk on, large as that may be; what counts is that the last one is small, for its way through
 * the kernel and out has nothing beside it. None is so small that starting its copies (some
 * microseconds) counts beside them. A multiple of any pack, so that each starts as aligned as its
 * array.
 */
static size_t next_chunk(size_t left, size_t element_bytes)
{
    const size_t least_bytes = 1 << 20, grain = 1024;
    size_t least = least_bytes / element_bytes, chunk = left / 4 / grain * grain;
    chunk = chunk > least ? chunk : least;
    return chunk < left ? chunk : left;
}

/* The fused kernel over elements [begin, begin + count). */
template <typename T, typename Pipeline>
static int fused_chunk(const struct gs_call *call, Pipeline steps, size_t begin, size_t count,
                       void *stream)
{
    const T *x = array<T>(call, X) + begin, *y = array<T>(call, Y) + begin;
    T *out = array<T>(call, OUT) + begin;
    return launch_zip(x, y, out, count, steps, call->block, (cudaStream_t)stream);
}

/*
 * Chunk after chunk, in turn on each stream: inputs in, the fused kernel, results out. A stream
 * keeps its own order and waits for no other, and a GPU has a copy engine for each direction, so
 * while one chunk comes in another is computed and a third leaves.
 */
template <typename T, typename Pipeline>
static int overlapped(const struct gs_call *call, Pipeline steps)
{
    size_t count, next = 0;
    for (size_t begin = 0; begin < call->n; begin += count) {
        void *stream = call->streams[next++ % GS_STREAMS];
        count = next_chunk(call->n - begin, sizeof(T));
        int error = gs_copy_in(call, X, begin, count, stream);
        if (error == cudaSuccess)
            error = gs_copy_in(call, Y, begin, count, stream);
        if (error == cudaSuccess)
            error = fused_chunk<T>(call, steps, begin, count, stream);
        if (error == cudaSuccess)
            error = gs_copy_out(call, OUT, begin, count, stream);
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}

/* ---- add ------------------------------------------------------------------------------------ */

template <typename T> static int add_with_host_arrays(const struct gs_call *call)
{
    return call->n == 0 ? (int)cudaSuccess : zip_round_trip<T>(call, X, Y, OUT, add<T>());
}

template <typename T> static int add_with_device_inputs(const struct gs_call *call)
{
    int error = launch_zip<T>(call, X, Y, OUT, add<T>());
    if (error != cudaSuccess || call->n == 0)
        return error;
    return gs_copy_out(call, OUT, 0, call->n, call->stream);
}

template <typename T> static int add_without_copies(const struct gs_call *call)
{
    return launch_zip<T>(call, X, Y, OUT, add<T>());
}

extern "C" int add_round_trips(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, add_with_host_arrays<T>(call))
}

extern "C" int add_device_inputs(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, add_with_device_inputs<T>(call))
}

extern "C" int add_on_device(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, add_without_copies<T>(call))
}

/* ---- pulses and hidden_layer ---------------------------------------------------------------- */

enum { PERIOD, AMPLITUDE, THRESHOLD };

template <typename T>
static pipeline<make_pulse<T>, add<T>, suppress<T>> pulses(const struct gs_call *call)
{
    make_pulse<T> pulse = {(T)call->scalars[PERIOD], (T)call->scalars[AMPLITUDE]};
    suppress<T> under = {(T)call->scalars[THRESHOLD]};
    return {pulse, add<T>(), under};
}

template <typename T>
static pipeline<normalize<T>, weigh<T>, activate<T>> hidden_layer(const struct gs_call *)
{
    return {normalize<T>(), weigh<T>(), activate<T>()};
}

extern "C" int pulses_round_trips(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, round_trips<T>(call, pulses<T>(call)))
}

extern "C" int pulses_resident(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, resident<T>(call, pulses<T>(call)))
}

extern "C" int pulses_fused(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, fused<T>(call, pulses<T>(call)))
}

extern "C" int pulses_overlapped(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, overlapped<T>(call, pulses<T>(call)))
}

/* For `staged`, whose threads are in 05_pipelines.c. */
extern "C" int pulses_chunk(const struct gs_call *call, size_t begin, size_t count, void *stream)
{
    DISPATCH_FLOATING_TYPES(call, fused_chunk<T>(call, pulses<T>(call), begin, count, stream))
}

extern "C" int hidden_layer_round_trips(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, round_trips<T>(call, hidden_layer<T>(call)))
}

extern "C" int hidden_layer_resident(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, resident<T>(call, hidden_layer<T>(call)))
}

extern "C" int hidden_layer_fused(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, fused<T>(call, hidden_layer<T>(call)))
}

extern "C" int hidden_layer_overlapped(const struct gs_call *call)
{
    DISPATCH_FLOATING_TYPES(call, overlapped<T>(call, hidden_layer<T>(call)))
}

/* For `staged`, whose threads are in 05_pipelines.c. */
extern "C" int hidden_layer_chunk(const struct gs_call *call, size_t begin, size_t count,
                                  void *stream)
{
    DISPATCH_FLOATING_TYPES(call, fused_chunk<T>(call, hidden_layer<T>(call), begin, count, stream))
}
