/*
 * Lesson 3, vecadd: c[i] = a[i] + b[i].
 *
 * Every kernel reads 2 n elements and writes n, neighbouring threads at neighbouring addresses, so
 * a warp's access is one contiguous stretch of memory. They differ in how many bytes each thread
 * has under way at once, and on fast memory that is what decides the speed.
 */
#include "common.cuh"

enum { A, B, C }; /* the call's arrays */

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

template <typename T> static cudaError_t launch_one_per_thread(const struct gs_call *call)
{
    unsigned grid = grid_for(call, call->n);
    one_per_thread<<<grid, call->block, 0, stream_of(call)>>>(array<T>(call, A), array<T>(call, B),
                                                              array<T>(call, C), call->n);
    return cudaGetLastError();
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

template <typename T> static cudaError_t launch_grid_stride(const struct gs_call *call)
{
    unsigned grid;
    cudaError_t error = full_grid(call, grid_stride<T>, &grid);
    if (error != cudaSuccess)
        return error;
    grid_stride<<<grid, call->block, 0, stream_of(call)>>>(array<T>(call, A), array<T>(call, B),
                                                           array<T>(call, C), call->n);
    return cudaGetLastError();
}

/*
 * 16 bytes an access: 32 bytes of loads under way a thread, four times those of one_per_thread in
 * f32. The arrays must start at equal distances from a 16-byte boundary. The first threads of
 * the grid also do what is in no chunk, one element each.
 */
template <typename T> __global__ void vector4(const T *a, const T *b, T *c, chunked<T> cut)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < cut.chunks) {
        chunk<T> x = cut.of(a)[i];
        chunk<T> y = cut.of(b)[i];
        for (int k = 0; k < chunk<T>::count; k++)
            x.element[k] += y.element[k];
        cut.of(c)[i] = x;
    }
    if (i < cut.remainder()) {
        size_t k = cut.remainder_index(i);
        c[k] = a[k] + b[k];
    }
}

template <typename T> static cudaError_t launch_vector4(const struct gs_call *call)
{
    const T *a = array<T>(call, A), *b = array<T>(call, B);
    T *c = array<T>(call, C);
    if (!aligned_alike(a, b, c)) /* then there is no way to read all of them 16 bytes at once */
        return launch_one_per_thread<T>(call);
    chunked<T> cut = cut_into_chunks(a, call->n);
    unsigned grid = grid_for(call, cut.threads());
    vector4<<<grid, call->block, 0, stream_of(call)>>>(a, b, c, cut);
    return cudaGetLastError();
}

/* ---- what the harness calls ------------------------------------------------------------------ */

extern "C" int vecadd_one_per_thread(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch_one_per_thread<T>(call))
}

extern "C" int vecadd_grid_stride(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch_grid_stride<T>(call))
}

extern "C" int vecadd_vector4(const struct gs_call *call)
{
    DISPATCH_ALL_TYPES(call, launch_vector4<T>(call))
}
