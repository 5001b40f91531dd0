/*
 * Lesson 6, tree_reduction: one number from n. `sum` adds the elements of an array; `pi` adds
 * y_i = 4 / (1 + x_i^2) at the midpoints x_i = (i + 0.5) / n and divides by n.
 *
 * An addition of n numbers one after the other has n - 1 steps that wait for each other. A tree
 * has log2 n: half of the numbers are added to the other half at once, and so on. The variants are
 * the same tree, with less and less traffic between its levels: over the bus, through the device's
 * memory, through shared memory, in registers.
 */
#include "call.h"
#include "transfer.h"

#include <cuda_runtime.h>
#include <stdint.h>

/* ---- what is added: an array, or pi's map, computed where it is needed ----------------------- */

/* 16 bytes that travel as one access. */
template <typename T> struct alignas(16) chunk {
    enum { count = 16 / sizeof(T) };
    T element[count];

    __device__ void operator+=(const chunk &other)
    {
        for (int k = 0; k < count; k++)
            element[k] += other.element[k];
    }
};

/* Accesses that a thread of grid_stride and single_pass has under way at a time; a power of two. */
enum { UNROLL = 4 };

template <typename T> struct array_of {
    typedef T value;
    enum { per_thread = UNROLL * chunk<T>::count }; /* elements that make a thread worth starting */
    const T *first;

    __device__ T operator()(size_t i) const
    {
        return first[i];
    }
};

template <typename T> struct midpoints {
    typedef T value;
    enum { per_thread = 2 * UNROLL };
    T width; /* 1 / n */

    __device__ T operator()(size_t i) const
    {
        T x = ((T)i + (T)0.5) * width;
        return 4 / (1 + x * x);
    }
};

/* ---- kernels --------------------------------------------------------------------------------- */

/* The map alone: the first half of "map, then reduce". */
template <typename S> __global__ void map(S source, typename S::value *values, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        values[i] = source(i);
}

/*
 * One level of the tree: every (2 distance)-th element takes its partner, `distance` further on,
 * and what has no partner stays. The first level reads the source, the others `values` in place.
 * Every thread of the grid starts and only one in 2 distance has work; those few lie far apart, so
 * at the higher levels each of a warp's addresses is in a sector of its own.
 */
template <typename S>
__global__ void interleaved(S source, typename S::value *values, size_t n, size_t distance)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i % (2 * distance) == 0 && i < n) {
        typename S::value value = source(i);
        if (i + distance < n)
            value += source(i + distance);
        values[i] = value;
    }
}

/*
 * One level of the tree, with neighbours at work: the first half of n elements takes the second,
 * and only as many threads start as have work. Where n is odd, the one in the middle stays.
 */
template <typename S>
__global__ void sequential(S source, typename S::value *values, size_t n, size_t half)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < half) {
        typename S::value value = source(i);
        if (i + half < n)
            value += source(i + half);
        values[i] = value;
    }
}

/* What is left to do when the tree has come down to values[0]. */
template <typename T> __global__ void finish(const T *values, size_t n, T scale, T *result)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *result = n > 0 ? values[0] * scale : 0;
}

/* The two elements of a thread where a block takes two for each of its threads. */
template <typename S> __device__ typename S::value two_elements(S source, size_t n)
{
    size_t i = 2 * (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    typename S::value sum = i < n ? source(i) : 0;
    if (i + blockDim.x < n)
        sum += source(i + blockDim.x);
    return sum;
}

/*
 * The levels of `sequential` within a block, in shared memory: all levels of two elements a thread
 * cost one launch, and only one element a block goes back to memory. The barrier is what the end
 * of a launch was before: nobody reads before all have written.
 */
template <typename S>
__global__ void shared_tree(S source, size_t n, typename S::value scale, typename S::value *sums)
{
    typedef typename S::value T;
    extern __shared__ __align__(8) unsigned char shared[];
    T *values = (T *)shared; /* one a thread */
    unsigned t = threadIdx.x;

    values[t] = two_elements(source, n);
    __syncthreads();
    for (unsigned left = blockDim.x; left > 1;) {
        unsigned half = (left + 1) / 2;
        if (t + half < left)
            values[t] += values[t + half];
        __syncthreads();
        left = half;
    }
    if (t == 0)
        sums[blockIdx.x] = values[0] * scale;
}

/*
 * The sum over the first `lanes` lanes of a warp, in lane 0. A lane takes another's register by
 * itself: no memory and no barrier. A block's last warp may have fewer than 32 lanes; the mask
 * names those that there are, and what would come from beyond them is left out.
 */
template <typename T> __device__ T warp_sum(T value, unsigned lanes)
{
    unsigned lane = threadIdx.x % 32;
    unsigned mask = 0xffffffffu >> (32 - lanes);
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        T other = __shfl_down_sync(mask, value, distance);
        if (lane + distance < lanes)
            value += other;
    }
    return value;
}

/*
 * The sum over a block, in thread 0: within each warp first, then over the warps. Two calls need a
 * barrier between them, as they use the same shared memory.
 */
template <typename T> __device__ T block_sum(T value)
{
    __shared__ T warp_sums[32];
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned warps = (blockDim.x + 31) / 32;

    value = warp_sum(value, min(blockDim.x - 32 * warp, 32u));
    if (lane == 0)
        warp_sums[warp] = value;
    __syncthreads();
    if (warp == 0)
        value = warp_sum(lane < warps ? warp_sums[lane] : 0, min(blockDim.x, 32u));
    return value;
}

/* As shared_tree, with one barrier instead of one a level. */
template <typename S>
__global__ void warp_shuffle(S source, size_t n, typename S::value scale, typename S::value *sums)
{
    typename S::value sum = block_sum(two_elements(source, n));
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum * scale;
}

/* Elements from p to the next 16-byte boundary. */
template <typename T> __host__ __device__ size_t elements_to_boundary(const T *p)
{
    return (16 - (uintptr_t)p % 16) % 16 / sizeof(T);
}

/* The sum of a thread's UNROLL sums: by halves, as everything here. */
template <typename V> __device__ V sum_of(V *sums)
{
    for (int half = UNROLL / 2; half > 0; half /= 2)
        for (int u = 0; u < half; u++)
            sums[u] += sums[u + half];
    return sums[0];
}

/*
 * One thread's share of an array. The grid takes it in tiles of UNROLL chunks a thread, a block a
 * tile: a thread has UNROLL loads under way at once, each with its own sums, so that none waits
 * for another. Chunks are aligned; elements before the first and behind the last are added one by
 * one.
 */
template <typename T> __device__ T thread_sum(array_of<T> array, size_t n)
{
    typedef struct chunk<T> chunk;
    size_t head = min(elements_to_boundary(array.first), n);
    const chunk *chunks = (const chunk *)(array.first + head);
    size_t count = (n - head) / chunk::count;
    size_t tile = UNROLL * (size_t)blockDim.x;
    chunk sums[UNROLL] = {};

    for (size_t i = blockIdx.x * tile + threadIdx.x; i < count; i += gridDim.x * tile) {
        chunk x[UNROLL] = {};
        for (int u = 0; u < UNROLL; u++)
            if (i + u * blockDim.x < count)
                x[u] = chunks[i + u * blockDim.x];
        for (int u = 0; u < UNROLL; u++)
            sums[u] += x[u];
    }

    chunk all = sum_of(sums);
    T sum = 0;
    for (int k = 0; k < chunk::count; k++)
        sum += all.element[k];
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t i = thread; i < head; i += threads)
        sum += array(i);
    for (size_t i = head + count * chunk::count + thread; i < n; i += threads)
        sum += array(i);
    return sum;
}

/*
 * The same where there is nothing to load. What counts here is instructions: a tile that is whole
 * is asked once, not an element at a time, whether it ends before n.
 */
template <typename T> __device__ T thread_sum(midpoints<T> source, size_t n)
{
    size_t tile = UNROLL * (size_t)blockDim.x;
    T sums[UNROLL] = {};
    for (size_t begin = blockIdx.x * tile; begin < n; begin += gridDim.x * tile) {
        size_t i = begin + threadIdx.x;
        if (n - begin >= tile) {
            for (int u = 0; u < UNROLL; u++)
                sums[u] += source(i + u * blockDim.x);
        } else {
            for (int u = 0; u < UNROLL; u++)
                if (i + u * blockDim.x < n)
                    sums[u] += source(i + u * blockDim.x);
        }
    }
    return sum_of(sums);
}

/*
 * As many blocks as the device holds at once, or fewer: each thread first adds up elements in its
 * own registers, 16 bytes a load, so that the tree has only a few thousand leaves, whatever n is.
 */
template <typename S>
__global__ void grid_stride(S source, size_t n, typename S::value scale, typename S::value *sums)
{
    typename S::value sum = block_sum(thread_sum(source, n));
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum * scale;
}

/*
 * As grid_stride, without its second launch: the block that finishes last adds up the sums of all.
 * Each block draws a ticket once its sum is written, so whoever draws the last one knows that all
 * the others are there; the fences see to it that memory agrees. Which block that is differs from
 * run to run, but the order it adds in does not, so the result is the same to the last bit.
 * atomicInc() begins at 0 again after the last ticket: the next launch finds it as this one did.
 */
template <typename S>
__global__ void single_pass(S source, size_t n, typename S::value scale, typename S::value *sums,
                            unsigned *ticket, typename S::value *result)
{
    typedef typename S::value T;
    __shared__ bool is_last;

    T sum = block_sum(thread_sum(source, n));
    if (gridDim.x == 1) { /* nobody to wait for */
        if (threadIdx.x == 0)
            *result = sum * scale;
        return;
    }
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        __threadfence(); /* my sum before my ticket */
        is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
        __threadfence(); /* their tickets before their sums */
    }
    __syncthreads();
    if (!is_last)
        return;

    sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        sum += __ldcg(&sums[i]); /* from L2, where all blocks see the same */
    sum = block_sum(sum);
    if (threadIdx.x == 0)
        *result = sum * scale;
}

/* ---- launchers ------------------------------------------------------------------------------- */

/* Elements that the scratch array has beyond n: enough for the sums of all blocks of a grid. */
enum { ROOM = 16384 };

/* A call in the terms that both workloads share. Their arrays are inputs, result, scratch, ticket,
 * in this order. */
template <typename S> struct job {
    typedef typename S::value T;
    const struct gs_call *call;
    size_t inputs; /* arrays before the result */
    S source;
    T scale; /* factor between the sum and the result */

    T *result() const
    {
        return (T *)call->arrays[inputs];
    }
    T *scratch() const
    {
        return (T *)call->arrays[inputs + 1];
    }
    unsigned *ticket() const
    {
        return (unsigned *)call->arrays[inputs + 2];
    }
    cudaStream_t stream() const
    {
        return (cudaStream_t)call->stream;
    }
};

template <typename T> static struct job<array_of<T>> sum_job(const struct gs_call *call) {
    return {call, 1, {(const T *)call->arrays[0]}, 1};
}

template <typename T>
static struct job<midpoints<T>> pi_job(const struct gs_call *call) {
    T width = call->n > 0 ? (T)(1.0 / (double)call->n) : 0;
    return {call, 0, {width}, width};
}

/* The map on the device, the sum in a plain loop on the host. */
template <typename S>
static int launch_sum_on_host(const struct job<S> &job)
{
    typedef typename S::value T;
    const struct gs_call *call = job.call;
    const T *values = (const T *)call->host[job.inputs + 1];
    int error = cudaSuccess;

    if (call->n > 0) {
        map<<<gs_blocks_for(call->n, call->block), call->block, 0, job.stream()>>>(
            job.source, job.scratch(), call->n);
        error = cudaGetLastError();
        if (error == cudaSuccess)
            error = gs_copy_out(call, job.inputs + 1, 0, call->n, call->stream);
        if (error == cudaSuccess)
            error = cudaStreamSynchronize(job.stream());
    }
    if (error != cudaSuccess)
        return error;

    T sum = 0;
    for (size_t i = 0; i < call->n; i++)
        sum += values[i];
    *(T *)call->host[job.inputs] = sum * job.scale;
    return cudaSuccess;
}

/* Distances of a tree over n elements are below this: one element takes a level too, to get into
 * scratch, and none takes none. */
static size_t levels_end(size_t n)
{
    return n == 1 ? 2 : n;
}

/* One level at `distance`. */
template <typename S, typename J>
static int interleaved_level(const J &job, S source, size_t distance)
{
    const struct gs_call *call = job.call;
    interleaved<<<gs_blocks_for(call->n, call->block), call->block, 0, job.stream()>>>(
        source, job.scratch(), call->n, distance);
    return cudaGetLastError();
}

/* The first level reads the source, the others what the one before has left in scratch. */
template <typename S> static int interleaved_level(const struct job<S> &job, size_t distance)
{
    return distance == 1
               ? interleaved_level(job, job.source, distance)
               : interleaved_level(job, array_of<typename S::value>{job.scratch()}, distance);
}

/*
 * Each level as a call of its own that knows nothing of the next, as a first program has it: all
 * values go in, all come out.
 */
template <typename S> static int launch_interleaved_round_trips(const struct job<S> &job)
{
    typedef typename S::value T;
    const struct gs_call *call = job.call;
    size_t values = job.inputs + 1;
    int error = cudaSuccess;

    for (size_t array = 0; array < job.inputs && error == cudaSuccess; array++)
        error = gs_copy_in(call, array, 0, call->n, call->stream);
    for (size_t distance = 1; distance < levels_end(call->n) && error == cudaSuccess;
         distance *= 2) {
        if (distance > 1)
            error = gs_copy_in(call, values, 0, call->n, call->stream);
        if (error == cudaSuccess)
            error = interleaved_level(job, distance);
        if (error == cudaSuccess)
            error = gs_copy_out(call, values, 0, call->n, call->stream);
        if (error == cudaSuccess)
            error = cudaStreamSynchronize(job.stream());
    }
    if (error == cudaSuccess)
        *(T *)call->host[job.inputs] = call->n > 0 ? *(const T *)call->host[values] * job.scale : 0;
    return error;
}

/* result = scratch[0] * scale, by a launch with the call's block. */
template <typename S> static int launch_finish(const struct job<S> &job)
{
    finish<<<1, job.call->block, 0, job.stream()>>>(job.scratch(), job.call->n, job.scale,
                                                    job.result());
    return cudaGetLastError();
}

template <typename S> static int launch_interleaved(const struct job<S> &job)
{
    int error = cudaSuccess;
    for (size_t distance = 1; distance < levels_end(job.call->n) && error == cudaSuccess;
         distance *= 2)
        error = interleaved_level(job, distance);
    return error == cudaSuccess ? launch_finish(job) : error;
}

/* One level that leaves (n + 1) / 2 of n elements. */
template <typename S, typename J> static int sequential_level(const J &job, S source, size_t n)
{
    const struct gs_call *call = job.call;
    size_t half = (n + 1) / 2;
    sequential<<<gs_blocks_for(half, call->block), call->block, 0, job.stream()>>>(
        source, job.scratch(), n, half);
    return cudaGetLastError();
}

template <typename S> static int launch_sequential(const struct job<S> &job)
{
    typedef typename S::value T;
    int error = cudaSuccess;
    if (job.call->n > 0)
        error = sequential_level(job, job.source, job.call->n);
    for (size_t n = (job.call->n + 1) / 2; error == cudaSuccess && n > 1; n = (n + 1) / 2)
        error = sequential_level(job, array_of<T>{job.scratch()}, n);
    return error == cudaSuccess ? launch_finish(job) : error;
}

/* A kernel that writes scale times the sum of each of its blocks. */
template <typename S>
using block_kernel = void (*)(S source, size_t n, typename S::value scale, typename S::value *sums);

/*
 * Launches until one sum is left: `first` over the source, `further` over the sums of the launch
 * before. A block takes two elements a thread, so each launch leaves half of its elements at most,
 * and all of them together fit into scratch one behind the other. Blocks cannot read where other
 * blocks of the same launch write.
 */
template <typename S>
static int launch_levels(const struct job<S> &job, block_kernel<S> first,
                         block_kernel<array_of<typename S::value>> further, size_t shared_bytes)
{
    typedef typename S::value T;
    unsigned block = job.call->block;
    size_t n = job.call->n;
    T *sums = job.scratch();
    unsigned grid = gs_blocks_for(n > 0 ? (n + 1) / 2 : 1, block);

    first<<<grid, block, shared_bytes, job.stream()>>>(job.source, n, grid == 1 ? job.scale : 1,
                                                       grid == 1 ? job.result() : sums);
    cudaError_t error = cudaGetLastError();
    while (error == cudaSuccess && grid > 1) {
        array_of<T> before = {sums};
        n = grid;
        sums += n;
        grid = gs_blocks_for((n + 1) / 2, block);
        further<<<grid, block, shared_bytes, job.stream()>>>(before, n, grid == 1 ? job.scale : 1,
                                                             grid == 1 ? job.result() : sums);
        error = cudaGetLastError();
    }
    return error;
}

template <typename S> static int launch_shared_tree(const struct job<S> &job)
{
    typedef typename S::value T;
    return launch_levels<S>(job, shared_tree<S>, shared_tree<array_of<T>>,
                            job.call->block * sizeof(T));
}

template <typename S> static int launch_warp_shuffle(const struct job<S> &job)
{
    typedef typename S::value T;
    return launch_levels<S>(job, warp_shuffle<S>, warp_shuffle<array_of<T>>, 0);
}

/*
 * Blocks for grid_stride and single_pass: as many as can be resident at once, fewer where their
 * threads would have less than per_thread elements each.
 */
template <typename S, typename Kernel>
static cudaError_t full_grid(const struct job<S> &job, Kernel kernel, unsigned *grid)
{
    int device, sms, blocks_per_sm;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess)
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, kernel,
                                                              (int)job.call->block, 0);
    if (error != cudaSuccess)
        return error;
    size_t threads = (job.call->n + S::per_thread - 1) / S::per_thread;
    unsigned useful = gs_blocks_for(threads > 0 ? threads : 1, job.call->block);
    unsigned resident = (unsigned)sms * (unsigned)blocks_per_sm;
    *grid = resident > 0 && resident < useful ? resident : useful;
    if (*grid > ROOM)
        *grid = ROOM;
    return cudaSuccess;
}

template <typename S> static int launch_grid_stride(const struct job<S> &job)
{
    typedef typename S::value T;
    unsigned grid, block = job.call->block;
    cudaError_t error = full_grid(job, grid_stride<S>, &grid);
    if (error != cudaSuccess)
        return error;
    grid_stride<<<grid, block, 0, job.stream()>>>(job.source, job.call->n,
                                                  grid == 1 ? job.scale : 1,
                                                  grid == 1 ? job.result() : job.scratch());
    error = cudaGetLastError();
    if (error != cudaSuccess || grid == 1)
        return error;
    grid_stride<<<1, block, 0, job.stream()>>>(array_of<T>{job.scratch()}, grid, job.scale,
                                               job.result());
    return cudaGetLastError();
}

template <typename S> static int launch_single_pass(const struct job<S> &job)
{
    unsigned grid;
    cudaError_t error = full_grid(job, single_pass<S>, &grid);
    if (error != cudaSuccess)
        return error;
    single_pass<<<grid, job.call->block, 0, job.stream()>>>(
        job.source, job.call->n, job.scale, job.scratch(), job.ticket(), job.result());
    return cudaGetLastError();
}

/* ---- the library ----------------------------------------------------------------------------- */

#if defined(__NVCC__) && __has_include(<cub/device/device_reduce.cuh>)
#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>

/* CUB is asked twice, for the bytes it needs and for the sum. */
template <typename T>
static cudaError_t cub_reduce(const struct job<array_of<T>> &job, void *room, size_t *bytes)
{
    return cub::DeviceReduce::Sum(room, *bytes, job.source.first, job.result(), job.call->n,
                                  job.stream());
}

/* The scale goes with each value, since a launch for it alone would cost more. */
template <typename T> struct scaled_midpoints {
    struct midpoints<T> map;
    __device__ T operator()(size_t i) const
    {
        return map(i) * map.width;
    }
};

template <typename T> struct plus {
    __device__ T operator()(T a, T b) const
    {
        return a + b;
    }
};

template <typename T>
static cudaError_t cub_reduce(const struct job<midpoints<T>> &job, void *room, size_t *bytes)
{
    return cub::DeviceReduce::TransformReduce(room, *bytes, thrust::counting_iterator<size_t>(0),
                                              job.result(), job.call->n, plus<T>{},
                                              scaled_midpoints<T>{job.source}, T(0), job.stream());
}

/* CUB chooses its own grid and block. */
template <typename S> static int launch_cub(const struct job<S> &job)
{
    size_t bytes = 0;
    cudaError_t error = cub_reduce(job, NULL, &bytes);
    if (error == cudaSuccess && bytes > (job.call->n + ROOM) * sizeof(typename S::value))
        error = cudaErrorMemoryAllocation;
    return error == cudaSuccess ? cub_reduce(job, job.scratch(), &bytes) : error;
}
#else
template <typename S> static int launch_cub(const struct job<S> &)
{
    return cudaErrorNotSupported;
}
#endif

/* ---- entry points ---------------------------------------------------------------------------- */

/* Integers are added as unsigned ones of their size: the same bits, and overflow wraps. */
#define SUM_VARIANT(name)                                                                          \
    extern "C" int sum_##name(const struct gs_call *call)                                          \
    {                                                                                              \
        switch (call->dtype) {                                                                     \
        case GS_F32:                                                                               \
            return launch_##name(sum_job<float>(call));                                            \
        case GS_F64:                                                                               \
            return launch_##name(sum_job<double>(call));                                           \
        case GS_I32:                                                                               \
            return launch_##name(sum_job<uint32_t>(call));                                         \
        case GS_I64:                                                                               \
            return launch_##name(sum_job<uint64_t>(call));                                         \
        default:                                                                                   \
            return cudaErrorInvalidValue;                                                          \
        }                                                                                          \
    }

#define PI_VARIANT(name)                                                                           \
    extern "C" int pi_##name(const struct gs_call *call)                                           \
    {                                                                                              \
        switch (call->dtype) {                                                                     \
        case GS_F32:                                                                               \
            return launch_##name(pi_job<float>(call));                                             \
        case GS_F64:                                                                               \
            return launch_##name(pi_job<double>(call));                                            \
        default:                                                                                   \
            return cudaErrorInvalidValue;                                                          \
        }                                                                                          \
    }

PI_VARIANT(sum_on_host)
PI_VARIANT(interleaved_round_trips)
PI_VARIANT(interleaved)
PI_VARIANT(sequential)
PI_VARIANT(shared_tree)
PI_VARIANT(warp_shuffle)
PI_VARIANT(grid_stride)
PI_VARIANT(single_pass)
PI_VARIANT(cub)

SUM_VARIANT(interleaved_round_trips)
SUM_VARIANT(interleaved)
SUM_VARIANT(sequential)
SUM_VARIANT(shared_tree)
SUM_VARIANT(warp_shuffle)
SUM_VARIANT(grid_stride)
SUM_VARIANT(single_pass)
SUM_VARIANT(cub)
