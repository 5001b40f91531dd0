/* A grid of any size: a block goes on to the next 256 elements when it has written a sum. */
#include "sequential_sum.h"

__global__ void add_up(float *sums, const float *x, size_t n)
{
    extern __shared__ float part[];
    const unsigned t = threadIdx.x;
    const size_t count = (n + blockDim.x - 1) / blockDim.x;
    for (size_t b = blockIdx.x; b < count; b += gridDim.x) {
        const size_t i = b * blockDim.x + t;
        part[t] = 0.0f;
        if (i < n)
            part[t] = x[i];
        __syncthreads();
        for (unsigned half = blockDim.x >> 1; half != 0; half >>= 1) {
            float upper = t < half ? part[t + half] : 0.0f;
            if (t < half)
                part[t] += upper;
            __syncthreads();
        }
        if (t == 0)
            sums[b] = part[0];
        __syncthreads(); /* the next elements only when this sum is read */
    }
}

void sequential_sum(float *sums, const float *x, size_t n)
{
    dim3 grid(37), block(256);
    add_up<<<grid, block, block.x * sizeof(float)>>>(sums, x, n);
}
