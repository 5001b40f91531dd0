/*
 * Lesson 1, race_add: each of grid * block threads adds a step (0.5, or 1 for integers) to every
 * cell of a small array.
 *
 * An addition in memory is three things: read the cell, add, write the cell. What another thread
 * writes between the read and the write is lost. The kernels differ in how they see to it that
 * nothing is, if they do.
 */
#include "common.cuh"

/*
 * The right answer, in the dullest way: the first thread makes the additions of all of them, one
 * after the other, while the others return at once.
 */
template <typename T> static __global__ void one_thread(T *a, size_t n, T step)
{
    if (blockIdx.x != 0 || threadIdx.x != 0)
        return;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t t = 0; t < threads; t++) {
        for (size_t i = 0; i < n; i++)
            a[i] += step;
    }
}

/*
 * Wrong on purpose: nobody looks whether another thread is in the middle of the same addition. The
 * 32 threads of a warp read a cell together, and write the same sum together.
 */
template <typename T> static __global__ void racy(T *a, size_t n, T step)
{
    for (size_t i = 0; i < n; i++)
        a[i] += step;
}

/* What can be added to in one indivisible step; CUDA has no atomicAdd() for int64_t. */
__device__ static void add_atomically(float *cell, float value)
{
    atomicAdd(cell, value);
}

__device__ static void add_atomically(double *cell, double value)
{
    atomicAdd(cell, value);
}

__device__ static void add_atomically(uint32_t *cell, uint32_t value)
{
    atomicAdd(cell, value);
}

__device__ static void add_atomically(uint64_t *cell, uint64_t value)
{
    atomicAdd((unsigned long long *)cell, (unsigned long long)value);
}

/*
 * The memory itself adds: read, add and write are one step that nothing comes between. Right, and
 * every thread still waits in one line in front of each cell.
 */
template <typename T> static __global__ void atomic(T *a, size_t n, T step)
{
    for (size_t i = 0; i < n; i++)
        add_atomically(&a[i], step);
}

enum { MOST_THREADS = 1024 }; /* a block, on every CUDA GPU */

/*
 * The sum of every thread's value, for all threads of the block. In each round the upper half of
 * the values is added to the lower half, in shared memory, and the barrier keeps the rounds apart.
 */
template <typename T> __device__ static T block_sum(T value)
{
    __shared__ T sum[MOST_THREADS];
    unsigned t = threadIdx.x;
    sum[t] = value;
    __syncthreads();
    for (unsigned count = blockDim.x; count > 1;) {
        unsigned half = (count + 1) / 2;
        if (t < count - half)
            sum[t] += sum[half + t];
        __syncthreads();
        count = half;
    }
    return sum[0];
}

/*
 * The threads of a block first add up their steps among themselves, where there is nobody else to
 * wait for; then one thread a cell brings the sum to memory: one atomic addition a block instead
 * of one a thread. A thread adds the same to every cell, so one sum does for all cells.
 */
template <typename T> static __global__ void block_then_atomic(T *a, size_t n, T step)
{
    T sum = block_sum(step);
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        add_atomically(&a[i], sum);
}

/* ---- launching ------------------------------------------------------------------------------- */

/*
 * One block, where no other grid is asked for. In f32 and f64 each thread adds 0.5, otherwise 1.
 */
template <typename T>
static cudaError_t launch(void (*kernel)(T *, size_t, T), const struct gs_call *call)
{
    if (call->n == 0)
        return cudaSuccess; /* no cells, nothing to add */
    T step = (T)0.5 > 0 ? (T)0.5 : (T)1;
    kernel<<<grid_for(call, 1), call->block, 0, stream_of(call)>>>(array<T>(call, 0), call->n,
                                                                   step);
    return cudaGetLastError();
}

extern "C" int race_add_one_thread(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch(one_thread<T>, call))
}

extern "C" int race_add_racy(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch(racy<T>, call))
}

extern "C" int race_add_atomic(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch(atomic<T>, call))
}

extern "C" int race_add_block_then_atomic(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch(block_then_atomic<T>, call))
}
