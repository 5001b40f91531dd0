/*
 * Lesson 0, hello: three first kernels. Each thread of `global_index` writes its own number, by a
 * grid of one, two and three dimensions. `hypot` and `dart_pi` do on the device what the lesson
 * first does on the CPU.
 */
#include "00_hello.h"
#include "common.cuh"

#include <math.h>

/* ---- global_index ---------------------------------------------------------------------------- */

/* n elements as planes of rows; the last of either may be shorter. */
struct box {
    size_t width, height, depth, elements;
};

__global__ void one_dimension(int64_t *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (int64_t)i;
}

/* Element (x, y) of rows that lie one behind the other. */
__global__ void two_dimensions(int64_t *out, box b)
{
    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    size_t i = y * b.width + x;
    if (x < b.width && y < b.height && i < b.elements)
        out[i] = (int64_t)i;
}

/* Element (x, y, z) of planes that lie one behind the other. */
__global__ void three_dimensions(int64_t *out, box b)
{
    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t y = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    size_t z = (size_t)blockIdx.z * blockDim.z + threadIdx.z;
    size_t i = (z * b.height + y) * b.width + x;
    if (x < b.width && y < b.height && z < b.depth && i < b.elements)
        out[i] = (int64_t)i;
}

/*
 * `threads` as a block of so many dimensions, as even as halving x can make it: 1024 is 32 x 32, or
 * 16 x 8 x 8. 0 and too many are for the launch to refuse.
 */
static dim3 block_of(unsigned threads, unsigned dimensions)
{
    unsigned size[3] = {threads, 1, 1}, k = 1;
    while (threads <= 1024 && size[0] % 2 == 0 && size[0] / 2 >= 2 * size[k]) {
        size[0] /= 2;
        size[k] *= 2;
        k = k % (dimensions - 1) + 1; /* y and z in turn, or y alone */
    }
    return dim3(size[0], size[1], size[2]);
}

static size_t quotient_up(size_t n, size_t by)
{
    return by == 0 ? 0 : (n + by - 1) / by;
}

/* n elements in two or three dimensions, as even as can be: CUDA takes 65535 blocks at most in y
 * and in z. */
static box box_of(size_t n, unsigned dimensions)
{
    double side = dimensions == 2 ? sqrt((double)n) : cbrt((double)n);
    size_t width = (size_t)side + 1;
    size_t rows = quotient_up(n, width), height = dimensions == 2 ? rows : width;
    return {width, height, quotient_up(rows, height), n};
}

static dim3 grid_of(box b, dim3 block)
{
    return dim3(gs_blocks_for(b.width, block.x), gs_blocks_for(b.height, block.y),
                gs_blocks_for(b.depth, block.z));
}

extern "C" int global_index_one_dimension(const struct gs_call *call)
{
    one_dimension<<<grid_for(call, call->n), call->block, 0, stream_of(call)>>>(
        array<int64_t>(call, 0), call->n);
    return cudaGetLastError();
}

extern "C" int global_index_two_dimensions(const struct gs_call *call)
{
    box b = box_of(call->n, 2);
    dim3 block = block_of(call->block, 2);
    two_dimensions<<<grid_of(b, block), block, 0, stream_of(call)>>>(array<int64_t>(call, 0), b);
    return cudaGetLastError();
}

extern "C" int global_index_three_dimensions(const struct gs_call *call)
{
    box b = box_of(call->n, 3);
    dim3 block = block_of(call->block, 3);
    three_dimensions<<<grid_of(b, block), block, 0, stream_of(call)>>>(array<int64_t>(call, 0), b);
    return cudaGetLastError();
}

/* ---- hypot ----------------------------------------------------------------------------------- */

/* As on the CPU: nothing is squared that is over 1, so nothing overflows. */
template <typename T> __global__ void scaled(const T *a, const T *b, T *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        T x = fabs(a[i]), y = fabs(b[i]);
        T large = x > y ? x : y, small = large == x ? y : x;
        T t = small / (large > 0 ? large : 1);
        c[i] = large * sqrt(1 + t * t);
    }
}

template <typename T> static cudaError_t launch_scaled(const struct gs_call *call)
{
    scaled<<<grid_for(call, call->n), call->block, 0, stream_of(call)>>>(
        array<T>(call, 0), array<T>(call, 1), array<T>(call, 2), call->n);
    return cudaGetLastError();
}

extern "C" int hypot_one_per_thread(const struct gs_call *call){
    DISPATCH_FLOATING_TYPES(call, launch_scaled<T>(call))}

/* ---- dart_pi --------------------------------------------------------------------------------- */

/* Each thread counts the hits of its points, and adds them to the sum at its end, once. Lesson 6
 * adds them up in each block first. */
__global__ void count_hits(unsigned long long *hits, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    unsigned long long count = 0;
    for (size_t p = (size_t)blockIdx.x * blockDim.x + threadIdx.x; p < n; p += stride)
        count += is_hit(p);
    if (count > 0)
        atomicAdd(hits, count);
}

extern "C" int dart_pi_grid_stride(const struct gs_call *call)
{
    unsigned long long *hits = array<unsigned long long>(call, 0);
    unsigned grid;
    cudaError_t error = full_grid(call, count_hits, &grid);
    if (error == cudaSuccess)
        error = cudaMemsetAsync(hits, 0, sizeof *hits, stream_of(call));
    if (error != cudaSuccess)
        return error;
    count_hits<<<grid, call->block, 0, stream_of(call)>>>(hits, call->n);
    return cudaGetLastError();
}
