/*
 * Lesson 11, histogram: counts[k] = how many elements are in bin k, of 256.
 *
 * Each element costs an atomic addition, and which count it goes to is decided by the data. What
 * differs is where the counts are and how many copies of them there are: one in global memory
 * (global), one for each block in shared memory (shared, runs), one for each warp (warp), one for
 * each lane (lanes, vector4). Copies are added to the one in global memory in the end.
 */
#include "11_histogram.h"
#include "common.cuh"

#include <algorithm>

enum { A, COUNTS, ROOM };
enum { WARP = 32 };

/* ---- bins ------------------------------------------------------------------------------------ */

/* The bin of an element, or BINS and above if it is in none, as NaN. */
static __device__ unsigned bin_of(float x)
{
    return x >= 0 && x < BINS ? (unsigned)x : BINS;
}

/* Integers come as unsigned: those below 0 are large. */
static __device__ unsigned bin_of(uint32_t x)
{
    return x;
}

/* Counts an element: of one bin, counts are `apart` words from those of the next. */
template <typename T> static __device__ void count(unsigned *counts, T x, unsigned apart = 1)
{
    unsigned bin = bin_of(x);
    if (bin < BINS)
        atomicAdd(&counts[bin * apart], 1u);
}

/* ---- what is around a block's own counts ----------------------------------------------------- */

/* Sets them to 0, and waits until all are. */
static __device__ void clear(unsigned *mine, unsigned words)
{
    for (unsigned k = threadIdx.x; k < words; k += blockDim.x)
        mine[k] = 0;
    __syncthreads();
}

/* Waits until all is counted, and adds `copies` copies, bin by bin, to those in global memory. That
 * is an atomic addition for each bin of a block, and not for each element. The sum is unrolled by
 * four: with more, the kernel has so many registers that fewer blocks fit. */
template <typename Find>
static __device__ void hand_in(unsigned *counts, unsigned copies, Find count_of)
{
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        unsigned sum = 0;
#pragma unroll 4
        for (unsigned copy = 0; copy < copies; copy++)
            sum += count_of(bin, copy);
        if (sum > 0)
            atomicAdd(&counts[bin], sum);
    }
}

/* ---- one histogram for all ------------------------------------------------------------------- */

template <typename T> static __global__ void global(const T *a, unsigned *counts, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        count(counts, a[i]);
}

/* ---- one for each block ---------------------------------------------------------------------- */

template <typename T> static __global__ void shared(const T *a, unsigned *counts, size_t n)
{
    __shared__ unsigned mine[BINS];
    clear(mine, BINS);
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        count(mine, a[i]);
    hand_in(counts, 1, [&](unsigned bin, unsigned) { return mine[bin]; });
}

/* ---- one for each block, runs first ---------------------------------------------------------- */

/* Counts `times` elements of one bin. */
static __device__ void count_run(unsigned *counts, unsigned bin, unsigned times, unsigned apart)
{
    if (bin < BINS)
        atomicAdd(&counts[bin * apart], times);
}

/* Counts a chunk: neighbours of the same bin are added first. Four elements of one bin are one
 * atomic addition. */
template <typename T>
static __device__ void count_chunk(unsigned *counts, const chunk<T> &x, unsigned apart = 1)
{
    unsigned bin = bin_of(x.element[0]), times = 1;
    for (int k = 1; k < chunk<T>::count; k++) {
        unsigned next = bin_of(x.element[k]);
        if (next != bin) {
            count_run(counts, bin, times, apart);
            bin = next;
            times = 0;
        }
        times++;
    }
    count_run(counts, bin, times, apart);
}

template <typename T> static __global__ void runs(const T *a, unsigned *counts, chunked<T> cut)
{
    __shared__ unsigned mine[BINS];
    clear(mine, BINS);
    const size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = first; i < cut.chunks; i += stride) {
        const chunk<T> x = cut.of(a)[i];
        count_chunk(mine, x);
    }
    for (size_t k = first; k < cut.remainder(); k += stride)
        count(mine, a[cut.remainder_index(k)]);
    hand_in(counts, 1, [&](unsigned bin, unsigned) { return mine[bin]; });
}

/* ---- one for each warp ----------------------------------------------------------------------- */

template <typename T> static __global__ void warp(const T *a, unsigned *counts, size_t n)
{
    __shared__ unsigned mine[WARP * BINS]; /* a block has 32 warps at most */
    const unsigned warps = (blockDim.x + WARP - 1) / WARP;
    clear(mine, warps * BINS);
    unsigned *own = mine + threadIdx.x / WARP * BINS;
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        count(own, a[i]);
    hand_in(counts, warps, [&](unsigned bin, unsigned w) { return mine[w * BINS + bin]; });
}

/* ---- one for each lane ----------------------------------------------------------------------- */

/*
 * The 32 counts of a bin, one for each lane, lie side by side: a lane's counts are all in one bank,
 * and no other lane's are. So the lanes of a warp never wait for each other, whatever the data is.
 * In the end each thread begins with another lane, so that they read different banks.
 */
static __device__ void hand_in_lanes(unsigned *counts, const unsigned *mine)
{
    const unsigned lane = threadIdx.x % WARP;
    hand_in(counts, WARP,
            [&](unsigned bin, unsigned l) { return mine[bin * WARP + (l + lane) % WARP]; });
}

template <typename T> static __global__ void lanes(const T *a, unsigned *counts, size_t n)
{
    __shared__ unsigned mine[BINS * WARP];
    clear(mine, BINS * WARP);
    const unsigned lane = threadIdx.x % WARP;
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        count(mine + lane, a[i], WARP);
    hand_in_lanes(counts, mine);
}

/* The same with runs, 16 bytes an access, of which two are under way before the first is counted.
 */
enum { UNDER_WAY = 2 };

template <typename T> static __global__ void vector4(const T *a, unsigned *counts, chunked<T> cut)
{
    __shared__ unsigned mine[BINS * WARP];
    clear(mine, BINS * WARP);
    const unsigned lane = threadIdx.x % WARP;
    const size_t first = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    const chunk<T> *chunks = cut.of(a);
    size_t i = first;
    for (; i + (UNDER_WAY - 1) * stride < cut.chunks; i += UNDER_WAY * stride) {
        chunk<T> x[UNDER_WAY];
        for (int u = 0; u < UNDER_WAY; u++)
            x[u] = chunks[i + u * stride];
        for (int u = 0; u < UNDER_WAY; u++)
            count_chunk(mine + lane, x[u], WARP);
    }
    for (; i < cut.chunks; i += stride) {
        const chunk<T> x = chunks[i];
        count_chunk(mine + lane, x, WARP);
    }
    for (size_t k = first; k < cut.remainder(); k += stride)
        count(mine + lane, a[cut.remainder_index(k)], WARP);
    hand_in_lanes(counts, mine);
}

/* ---- launches -------------------------------------------------------------------------------- */

/* The counts in global memory begin at 0, in the same stream before the kernel. */
static cudaError_t clear_counts(const struct gs_call *call)
{
    return cudaMemsetAsync(call->arrays[COUNTS], 0, BINS * sizeof(unsigned), stream_of(call));
}

template <typename T> static int launch_global(const struct gs_call *call)
{
    cudaError_t error = clear_counts(call);
    if (error != cudaSuccess)
        return error;
    global<<<grid_for(call, call->n), call->block, 0, stream_of(call)>>>(
        array<const T>(call, A), array<unsigned>(call, COUNTS), call->n);
    return cudaGetLastError();
}

/* Elements that are worth a block: it sets up to so many counts to 0, and adds them up in the end.
 */
enum { WORTH_A_BLOCK = BINS * WARP };

/* Blocks that the device can hold at once, or fewer; of a kernel that takes elements, or chunks of
 * them, as `work`. */
template <typename T, typename Work>
static int launch_full(const struct gs_call *call, void (*kernel)(const T *, unsigned *, Work),
                       Work work)
{
    unsigned grid;
    cudaError_t error = full_grid(call, kernel, &grid);
    if (call->grid == 0)
        grid = std::min(grid, gs_blocks_for(call->n, WORTH_A_BLOCK));
    if (error == cudaSuccess)
        error = clear_counts(call);
    if (error != cudaSuccess)
        return error;
    kernel<<<grid, call->block, 0, stream_of(call)>>>(array<const T>(call, A),
                                                      array<unsigned>(call, COUNTS), work);
    return cudaGetLastError();
}

template <typename T> static int launch_shared(const struct gs_call *call)
{
    return launch_full<T>(call, shared<T>, call->n);
}

template <typename T> static int launch_warp(const struct gs_call *call)
{
    return launch_full<T>(call, warp<T>, call->n);
}

template <typename T> static int launch_lanes(const struct gs_call *call)
{
    return launch_full<T>(call, lanes<T>, call->n);
}

template <typename T> static int launch_runs(const struct gs_call *call)
{
    return launch_full<T>(call, runs<T>, cut_into_chunks(array<const T>(call, A), call->n));
}

template <typename T> static int launch_vector4(const struct gs_call *call)
{
    return launch_full<T>(call, vector4<T>, cut_into_chunks(array<const T>(call, A), call->n));
}

/* ---- the library ----------------------------------------------------------------------------- */

#if defined(__NVCC__) && __has_include(<cub/device/device_histogram.cuh>)
#include <cub/device/device_histogram.cuh>

static const float *with_sign(const float *a)
{
    return a;
}

static const int *with_sign(const uint32_t *a)
{
    return (const int *)a;
}

/* CUB is asked twice, for the bytes it needs and for the result. It sets the counts to 0 itself. */
template <typename T> static int launch_cub(const struct gs_call *call)
{
    auto a = with_sign(array<const T>(call, A));
    auto even = [&](void *room, size_t &bytes) {
        return cub::DeviceHistogram::HistogramEven(
            room, bytes, a, array<unsigned>(call, COUNTS), BINS + 1, decltype (*a + 0)(0),
            decltype (*a + 0)(BINS), (int)call->n, stream_of(call));
    };
    size_t bytes = 0;
    cudaError_t error = even(NULL, bytes);
    if (error == cudaSuccess && bytes > room_elements(call->n) * sizeof(T))
        error = cudaErrorMemoryAllocation;
    return error == cudaSuccess ? even(call->arrays[ROOM], bytes) : error;
}
#else
template <typename T> static int launch_cub(const struct gs_call *)
{
    return cudaErrorNotSupported;
}
#endif

/* ---- what the harness calls ------------------------------------------------------------------ */

/* All workloads count by the same kernels: what differs is the data. */
#define HISTOGRAM_VARIANT(name)                                                                    \
    extern "C" int histogram_##name(const struct gs_call *call)                                    \
    {                                                                                              \
        switch (call->dtype) {                                                                     \
            DISPATCH_CASE(GS_F32, float, launch_##name<T>(call))                                   \
            DISPATCH_CASE(GS_I32, uint32_t, launch_##name<T>(call))                                \
        default:                                                                                   \
            return cudaErrorInvalidValue;                                                          \
        }                                                                                          \
    }

HISTOGRAM_VARIANT(global)
HISTOGRAM_VARIANT(shared)
HISTOGRAM_VARIANT(warp)
HISTOGRAM_VARIANT(runs)
HISTOGRAM_VARIANT(lanes)
HISTOGRAM_VARIANT(vector4)
HISTOGRAM_VARIANT(cub)
