/*
 * Lesson 6, tree_reduction: one number from n. `sum` adds the elements of an array; `pi` adds
 * y_i = 4 / (1 + x_i^2) at the midpoints x_i = (i + 0.5) / n and divides by n.
 *
 * An addition of n numbers one after the other has n - 1 steps that wait for each other. A tree
 * has log2 n: half of the numbers are added to the other half at once, and so on. The variants are
 * the same tree, with less and less traffic between its levels: over the bus, through the device's
 * memory, through shared memory, in registers.
 */
#include "common.cuh"
#include "transfer.h"

#include <string.h>

/* ---- what is added: an array, or pi's map, computed where it is needed ----------------------- */

/* Chunks are added element by element. */
template <typename T> __device__ void operator+=(chunk<T> &to, const chunk<T> &from)
{
    for (int k = 0; k < chunk<T>::count; k++)
        to.element[k] += from.element[k];
}

/* Accesses that a thread of grid_stride, single_pass and posted has under way at a time, and points
 * of pi on either side of a middle that share a division; powers of two. */
enum { UNROLL = 4, PAIRS = 8 };

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
    enum { per_thread = 2 * PAIRS };
    T width; /* 1 / n */

    __device__ T operator()(size_t i) const
    {
        T x = ((T)i + (T)0.5) * width;
        return 4 / (1 + x * x);
    }
};

/* Fractions are added without dividing; what they add up to is divided once. */
template <typename T> struct fraction {
    T over, under;

    __device__ void operator+=(const fraction &other)
    {
        over = over * other.under + other.over * under;
        under *= other.under;
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
    if (lanes == 32) { /* a mask that the compiler knows costs no instructions */
        for (unsigned distance = 16; distance > 0; distance /= 2)
            value += __shfl_down_sync(0xffffffffu, value, distance);
        return value;
    }
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

/* The sum of a thread's own few sums: by halves, as everything here. */
template <typename V, int count> __device__ V sum_of(V (&sums)[count])
{
    for (int half = count / 2; half > 0; half /= 2)
        for (int u = 0; u < half; u++)
            sums[u] += sums[u + half];
    return sums[0];
}

/*
 * One thread's share of an array. `blocks` blocks take it in tiles of UNROLL chunks a thread, a
 * block a tile: a thread has UNROLL loads under way at once, and adds when all of them are there.
 * Chunks are aligned; the elements before the first and behind the last are added one by one.
 */
template <typename T> __device__ T thread_sum(array_of<T> array, size_t n, unsigned blocks)
{
    chunked<T> cut = cut_into_chunks(array.first, n);
    size_t tile = UNROLL * (size_t)blockDim.x;
    chunk<T> sums = {};

    for (size_t i = blockIdx.x * tile + threadIdx.x; i < cut.chunks; i += blocks * tile) {
        const chunk<T> *from = cut.of(array.first) + i;
        unsigned left = (unsigned)min(cut.chunks - i, tile);
        chunk<T> x[UNROLL] = {};
        for (unsigned u = 0; u < UNROLL; u++)
            if (u * blockDim.x < left)
                x[u] = from[u * blockDim.x];
        sums += sum_of(x);
    }

    T sum = sum_of(sums.element);
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (size_t i = thread; i < cut.remainder(); i += (size_t)blocks * blockDim.x)
        sum += array(cut.remainder_index(i));
    return sum;
}

/*
 * The y of 2 PAIRS points, each `step` from the next, around x = middle. With the two at distance h
 * from it, and s = 1 + middle^2 + h^2, the sum is 8 s / (s^2 - 4 middle^2 h^2): four instructions,
 * and no division yet. It comes once, for all pairs; what they are divided by is at most 4 a pair,
 * so that the product stays in range.
 */
template <typename T> __device__ T sum_around(T middle, T step)
{
    T factor = -4 * middle * middle;
    fraction<T> pairs[PAIRS];
    for (int k = 0; k < PAIRS; k++) {
        T h = ((T)k + (T)0.5) * step;
        T square = h * h; /* the same in every tile: computed before the first */
        T s = 1 + (middle * middle + square);
        pairs[k] = {s, s * s + factor * square};
    }
    fraction<T> sum = sum_of(pairs);
    return 8 * sum.over / sum.under;
}

/*
 * The same where there is nothing to load, and instructions are what counts: the index of one
 * element of a tile is converted and compared with n, not of each, and 2 PAIRS divisions are one.
 * In the tile that n cuts short a thread may have a few elements left, for the plain formula.
 *
 * Neighbouring threads add nearly the same numbers, and so round alike: their errors do not cancel.
 * What an addition rounds off therefore goes into the next one.
 */
template <typename T> __device__ T thread_sum(midpoints<T> source, size_t n, unsigned blocks)
{
    size_t tile = 2 * PAIRS * (size_t)blockDim.x;
    size_t reach = tile - blockDim.x; /* from a thread's first element in a tile to its last */
    T to_middle = (T)0.5 - (T)reach / 2;
    T step = (T)blockDim.x * source.width;
    T sum = 0, rounded_off = 0;
    size_t last = blockIdx.x * tile + threadIdx.x + reach;
    for (; last < n; last += blocks * tile) {
        T next = sum_around(((T)last + to_middle) * source.width, step) + rounded_off;
        T before = sum;
        sum += next;
        rounded_off = next - (sum - before);
    }
    for (size_t i = last - reach; i < n; i += blockDim.x)
        sum += source(i);
    return sum;
}

/*
 * As many blocks as the device holds at once, or fewer: each thread first adds up elements in its
 * own registers, 16 bytes a load, so that the tree has only a few thousand leaves, whatever n is.
 */
template <typename S>
__global__ void grid_stride(S source, size_t n, typename S::value scale, typename S::value *sums)
{
    typename S::value sum = block_sum(thread_sum(source, n, gridDim.x));
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

    T sum = block_sum(thread_sum(source, n, gridDim.x));
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

/*
 * A number on its way to another block: four bytes of it in a word, with a flag in the same word. A
 * word is written in one access, so whoever sees the flag has the bytes: nothing need be ordered,
 * and no fence is waited for. `volatile` keeps each access as it is, and sends it to L2, where all
 * blocks see the same.
 */
typedef volatile unsigned long long post;
enum { POSTED = 1 };

/* Post i of `count`; a value of eight bytes has its other half `count` posts further on. */
template <typename T> __device__ void send(post *posts, unsigned i, unsigned count, T value)
{
    unsigned parts[sizeof(T) / sizeof(unsigned)];
    memcpy(parts, &value, sizeof value);
    for (unsigned part = 0; part < sizeof parts / sizeof *parts; part++)
        posts[(size_t)part * count + i] = (unsigned long long)POSTED << 32 | parts[part];
}

/* Waits for post i, and leaves it empty for the next launch. */
template <typename T> __device__ T receive(post *posts, unsigned i, unsigned count)
{
    unsigned parts[sizeof(T) / sizeof(unsigned)];
    for (unsigned part = 0; part < sizeof parts / sizeof *parts; part++) {
        post *mine = &posts[(size_t)part * count + i];
        unsigned long long word;
        do
            word = *mine;
        while (word >> 32 != POSTED);
        parts[part] = (unsigned)word;
        *mine = 0;
    }
    T value;
    memcpy(&value, parts, sizeof value);
    return value;
}

/*
 * As single_pass, without ticket and fences, each of which is a way to L2 and back that the result
 * waits for. Each block posts its sum, one store; the last block of the grid takes no share of the
 * elements but waits for the posts, each of its threads for its own, and adds them up, always in
 * the same order. It began to look before the first came.
 *
 * A block that waits for others keeps its place on the device. Nobody waits for ever here, since
 * the grid is no larger than what the device holds at once, and the blocks that are waited for come
 * before the one that waits. Where fewer fit, because another kernel runs beside, they start first:
 * CUDA does not promise that order, but GPUs keep it. A block that is alone has nobody to wait for.
 */
template <typename S>
__global__ void posted(S source, size_t n, typename S::value scale, post *posts,
                       typename S::value *result)
{
    typedef typename S::value T;
    unsigned senders = gridDim.x - 1;
    T sum = 0;

    if (blockIdx.x < senders || senders == 0) {
        sum = thread_sum(source, n, max(senders, 1u));
    } else {
        for (unsigned i = threadIdx.x; i < senders; i += blockDim.x)
            sum += receive<T>(posts, i, senders);
    }
    sum = block_sum(sum);
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x < senders)
        send(posts, blockIdx.x, senders, sum);
    else
        *result = sum * scale;
}

/* ---- launchers ------------------------------------------------------------------------------- */

/* Elements that the scratch array has beyond n: enough for the sums of all blocks of a grid. */
enum { ROOM = 16384 };

/* A call in the terms that both workloads share. Their arrays are inputs, result, scratch, ticket,
 * posts, in this order. */
template <typename S> struct job {
    typedef typename S::value T;
    const struct gs_call *call;
    size_t inputs; /* arrays before the result */
    S source;
    T scale; /* factor between the sum and the result */

    T *result() const
    {
        return array<T>(call, inputs);
    }
    T *scratch() const
    {
        return array<T>(call, inputs + 1);
    }
    unsigned *ticket() const
    {
        return array<unsigned>(call, inputs + 2);
    }
    post *posts() const
    {
        return array<post>(call, inputs + 3);
    }
    cudaStream_t stream() const
    {
        return stream_of(call);
    }
};

template <typename T> static job<array_of<T>> sum_job(const struct gs_call *call)
{
    return {call, 1, {array<T>(call, 0)}, 1};
}

template <typename T> static job<midpoints<T>> pi_job(const struct gs_call *call)
{
    T width = call->n > 0 ? (T)(1.0 / (double)call->n) : 0;
    return {call, 0, {width}, width};
}

/* The map on the device, the sum in a plain loop on the host. */
template <typename S> static int launch_sum_on_host(const job<S> &job)
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
template <typename S> static int interleaved_level(const job<S> &job, size_t distance)
{
    return distance == 1
               ? interleaved_level(job, job.source, distance)
               : interleaved_level(job, array_of<typename S::value>{job.scratch()}, distance);
}

/*
 * Each level as a call of its own that knows nothing of the next, as a first program has it: all
 * values go in, all come out.
 */
template <typename S> static int launch_interleaved_round_trips(const job<S> &job)
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
template <typename S> static int launch_finish(const job<S> &job)
{
    finish<<<1, job.call->block, 0, job.stream()>>>(job.scratch(), job.call->n, job.scale,
                                                    job.result());
    return cudaGetLastError();
}

template <typename S> static int launch_interleaved(const job<S> &job)
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

template <typename S> static int launch_sequential(const job<S> &job)
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
static int launch_levels(const job<S> &job, block_kernel<S> first,
                         block_kernel<array_of<typename S::value>> further, size_t shared_bytes)
{
    typedef typename S::value T;
    unsigned block = job.call->block;
    size_t n = job.call->n;
    T *sums = job.scratch();
    unsigned grid = gs_blocks_for((n + 1) / 2, block);

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

template <typename S> static int launch_shared_tree(const job<S> &job)
{
    typedef typename S::value T;
    return launch_levels<S>(job, shared_tree<S>, shared_tree<array_of<T>>,
                            job.call->block * sizeof(T));
}

template <typename S> static int launch_warp_shuffle(const job<S> &job)
{
    typedef typename S::value T;
    return launch_levels<S>(job, warp_shuffle<S>, warp_shuffle<array_of<T>>, 0);
}

/* Blocks of the kernel that the device can hold at once, and that have room for their sums. */
template <typename S, typename Kernel>
static cudaError_t most_blocks(const job<S> &job, Kernel *kernel, unsigned *most)
{
    cudaError_t error = resident_blocks(kernel, job.call->block, most);
    if (error == cudaSuccess && (*most == 0 || *most > ROOM))
        *most = ROOM; /* none: for the launch to refuse */
    return error;
}

/* Blocks whose threads have per_thread elements each. */
template <typename S> static unsigned useful_blocks(const job<S> &job)
{
    size_t threads = (job.call->n + S::per_thread - 1) / S::per_thread;
    return gs_blocks_for(threads, job.call->block);
}

/* Blocks for grid_stride and single_pass. */
template <typename S, typename Kernel>
static cudaError_t full_grid(const job<S> &job, Kernel *kernel, unsigned *grid)
{
    unsigned most = 0, useful = useful_blocks(job);
    cudaError_t error = most_blocks(job, kernel, &most);
    *grid = useful < most ? useful : most;
    return error;
}

template <typename S> static int launch_grid_stride(const job<S> &job)
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

template <typename S> static int launch_single_pass(const job<S> &job)
{
    unsigned grid;
    cudaError_t error = full_grid(job, single_pass<S>, &grid);
    if (error != cudaSuccess)
        return error;
    single_pass<<<grid, job.call->block, 0, job.stream()>>>(
        job.source, job.call->n, job.scale, job.scratch(), job.ticket(), job.result());
    return cudaGetLastError();
}

/* One block more than are useful, to receive; of one that is alone, or as many as there can be,
 * there are no more. */
template <typename S> static int launch_posted(const job<S> &job)
{
    unsigned most, useful = useful_blocks(job);
    cudaError_t error = most_blocks(job, posted<S>, &most);
    if (error != cudaSuccess)
        return error;
    unsigned grid = useful == 1 ? 1 : useful < most ? useful + 1 : most;
    posted<<<grid, job.call->block, 0, job.stream()>>>(job.source, job.call->n, job.scale,
                                                       job.posts(), job.result());
    return cudaGetLastError();
}

/* ---- the library ----------------------------------------------------------------------------- */

#if defined(__NVCC__) && __has_include(<cub/device/device_reduce.cuh>)
#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

/* CUB is asked twice, for the bytes it needs and for the sum. */
template <typename T>
static cudaError_t cub_reduce(const job<array_of<T>> &job, void *room, size_t *bytes)
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
static cudaError_t cub_reduce(const job<midpoints<T>> &job, void *room, size_t *bytes)
{
    const thrust::counting_iterator<size_t> numbers(0);
    const scaled_midpoints<T> map{job.source};
#if CUB_VERSION < 200700 /* of a toolkit before 12.8 */
    return cub::DeviceReduce::Reduce(room, *bytes, thrust::make_transform_iterator(numbers, map),
                                     job.result(), job.call->n, plus<T>{}, T(0), job.stream());
#else
    return cub::DeviceReduce::TransformReduce(room, *bytes, numbers, job.result(), job.call->n,
                                              plus<T>{}, map, T(0), job.stream());
#endif
}

/* CUB chooses its own grid and block. */
template <typename S> static int launch_cub(const job<S> &job)
{
    size_t bytes = 0;
    cudaError_t error = cub_reduce(job, NULL, &bytes);
    if (error == cudaSuccess && bytes > (job.call->n + ROOM) * sizeof(typename S::value))
        error = cudaErrorMemoryAllocation;
    return error == cudaSuccess ? cub_reduce(job, job.scratch(), &bytes) : error;
}
#else
template <typename S> static int launch_cub(const job<S> &)
{
    return cudaErrorNotSupported;
}
#endif

/* ---- what the harness calls ------------------------------------------------------------------ */

#define SUM_VARIANT(name)                                                                          \
    extern "C" int sum_##name(const struct gs_call *call)                                          \
    {                                                                                              \
        DISPATCH_ALL_TYPES(call, launch_##name(sum_job<T>(call)))                                  \
    }

#define PI_VARIANT(name)                                                                           \
    extern "C" int pi_##name(const struct gs_call *call)                                           \
    {                                                                                              \
        DISPATCH_FLOATING_TYPES(call, launch_##name(pi_job<T>(call)))                              \
    }

PI_VARIANT(sum_on_host)
PI_VARIANT(interleaved_round_trips)
PI_VARIANT(interleaved)
PI_VARIANT(sequential)
PI_VARIANT(shared_tree)
PI_VARIANT(warp_shuffle)
PI_VARIANT(grid_stride)
PI_VARIANT(single_pass)
PI_VARIANT(posted)
PI_VARIANT(cub)

SUM_VARIANT(interleaved_round_trips)
SUM_VARIANT(interleaved)
SUM_VARIANT(sequential)
SUM_VARIANT(shared_tree)
SUM_VARIANT(warp_shuffle)
SUM_VARIANT(grid_stride)
SUM_VARIANT(single_pass)
SUM_VARIANT(posted)
SUM_VARIANT(cub)
