/* No atomics: the sums of the blocks are added up by one more block. */
#include "dot_product.h"

static __device__ float tree(float *part)
{
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    return part[0]; /* right in thread 0 */
}

__global__ void multiply(float *sums, const float *x, const float *y, size_t n)
{
    __shared__ float part[128];
    float own = 0;
    for (size_t i = (size_t)blockIdx.x * 128 + threadIdx.x; i < n; i += (size_t)gridDim.x * 128)
        own += x[i] * y[i];
    part[threadIdx.x] = own;
    tree(part);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = part[0];
}

__global__ void add(float *total, const float *sums)
{
    __shared__ float part[64];
    part[threadIdx.x] = sums[threadIdx.x];
    tree(part);
    if (threadIdx.x == 0)
        *total = part[0];
}

void dot_product(float *total, const float *x, const float *y, size_t n)
{
    float *sums;
    cudaMalloc(&sums, 64 * sizeof *sums);
    multiply<<<64, 128>>>(sums, x, y, n);
    add<<<1, 64>>>(total, sums);
    cudaFree(sums);
}
