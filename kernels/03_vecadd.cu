/*
 * Lesson 3, vecadd: c[i] = a[i] + b[i].
 *
 * Every kernel reads 2 n elements and writes n, neighbouring threads at neighbouring addresses, so
 * a warp's access is one contiguous stretch of memory. They differ in how many bytes each thread
 * has under way at once, and on fast memory that is what decides the speed.
 */
#include "call.h"

#include <cuda_runtime.h>
#include <stdint.h>

/*
 * One element a thread. The last block has more threads than elements are left, so each thread
 * asks whether its element exists. A thread has 8 bytes (f32) of loads under way: on an H100 or
 * H200 too few to keep the memory busy.
 */
template <typename T> __global__ void one_per_thread(const T *a, const T *b, T *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

/*
 * A grid just large enough to fill the device strides over the array, so the launch no longer
 * depends on n. Each thread still has one element under way at a time: fewer threads, not more
 * bytes in flight.
 */
template <typename T> __global__ void grid_stride(const T *a, const T *b, T *c, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        c[i] = a[i] + b[i];
}

/* 16 bytes that travel as one access. */
template <typename T> struct alignas(16) chunk {
    enum { count = 16 / sizeof(T) };
    T element[count];
};

/*
 * 16 bytes an access: 32 bytes of loads under way a thread, four times those of one_per_thread in
 * f32. The arrays must start at equal distances from a 16-byte boundary; `head` elements come
 * before the first boundary, and what is left behind the last whole chunk is the tail. The first
 * threads of the grid do both, one element each.
 */
template <typename T>
__global__ void vector4(const T *a, const T *b, T *c, size_t n, size_t head, size_t chunks)
{
    typedef struct chunk<T> chunk;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunks) {
        chunk x = ((const chunk *)(a + head))[i];
        chunk y = ((const chunk *)(b + head))[i];
        for (int k = 0; k < chunk::count; k++)
            x.element[k] += y.element[k];
        ((chunk *)(c + head))[i] = x;
    }

    size_t tail = head + chunks * chunk::count;
    if (i < head)
        c[i] = a[i] + b[i];
    if (i < n - tail)
        c[tail + i] = a[tail + i] + b[tail + i];
}

/* ---- launchers ------------------------------------------------------------------------------ */

template <typename T> static int launch_one_per_thread(const struct gs_call *call)
{
    const T *a = (const T *)call->arrays[0], *b = (const T *)call->arrays[1];
    T *c = (T *)call->arrays[2];
    if (call->n == 0)
        return cudaSuccess;
    one_per_thread<<<gs_blocks_for(call->n, call->block), call->block, 0,
                     (cudaStream_t)call->stream>>>(a, b, c, call->n);
    return cudaGetLastError();
}

/* Blocks that can be resident at once, or fewer where n needs fewer. */
template <typename T> static cudaError_t full_grid(const struct gs_call *call, unsigned *grid)
{
    int device, sms, blocks_per_sm;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
    if (error == cudaSuccess)
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_per_sm, grid_stride<T>,
                                                              (int)call->block, 0);
    if (error != cudaSuccess)
        return error;
    unsigned needed = gs_blocks_for(call->n, call->block);
    unsigned resident = (unsigned)sms * (unsigned)blocks_per_sm;
    *grid = resident > 0 && resident < needed ? resident : needed;
    return cudaSuccess;
}

template <typename T> static int launch_grid_stride(const struct gs_call *call)
{
    const T *a = (const T *)call->arrays[0], *b = (const T *)call->arrays[1];
    T *c = (T *)call->arrays[2];
    unsigned grid;
    cudaError_t error = full_grid<T>(call, &grid);
    if (error != cudaSuccess || call->n == 0)
        return error;
    grid_stride<<<grid, call->block, 0, (cudaStream_t)call->stream>>>(a, b, c, call->n);
    return cudaGetLastError();
}

/* Elements from p to the next 16-byte boundary. */
template <typename T> static size_t elements_to_boundary(const T *p)
{
    return (16 - (uintptr_t)p % 16) % 16 / sizeof(T);
}

template <typename T> static int launch_vector4(const struct gs_call *call)
{
    const T *a = (const T *)call->arrays[0], *b = (const T *)call->arrays[1];
    T *c = (T *)call->arrays[2];
    size_t head = elements_to_boundary(a);
    /* Pointers that reach a boundary at different elements cannot all be read 16 bytes at once. */
    if (head != elements_to_boundary(b) || head != elements_to_boundary(c))
        return launch_one_per_thread<T>(call);
    if (call->n == 0)
        return cudaSuccess;
    if (head > call->n)
        head = call->n;
    size_t chunks = (call->n - head) / chunk<T>::count;
    size_t threads = chunks > chunk<T>::count ? chunks : chunk<T>::count; /* head and tail too */
    vector4<<<gs_blocks_for(threads, call->block), call->block, 0, (cudaStream_t)call->stream>>>(
        a, b, c, call->n, head, chunks);
    return cudaGetLastError();
}

/* Calls launch<T> with the T of call->dtype. */
#define DISPATCH(launch, call)                                                                     \
    switch ((call)->dtype) {                                                                       \
    case GS_F32:                                                                                   \
        return launch<float>(call);                                                                \
    case GS_F64:                                                                                   \
        return launch<double>(call);                                                               \
    case GS_I32:                                                                                   \
        return launch<int32_t>(call);                                                              \
    case GS_I64:                                                                                   \
        return launch<int64_t>(call);                                                              \
    default:                                                                                       \
        return cudaErrorInvalidValue;                                                              \
    }

extern "C" int vecadd_one_per_thread(const struct gs_call *call)
{
    DISPATCH(launch_one_per_thread, call)
}

extern "C" int vecadd_grid_stride(const struct gs_call *call)
{
    DISPATCH(launch_grid_stride, call)
}

extern "C" int vecadd_vector4(const struct gs_call *call)
{
    DISPATCH(launch_vector4, call)
}
