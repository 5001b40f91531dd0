/* Sums of warps by shuffles; the sums of eight warps are added by the first one. */
#include "dot_product.h"

static __device__ float warp_sum(float x)
{
    for (unsigned step = 16; step > 0; step /= 2)
        x += __shfl_down_sync(0xffffffff, x, step);
    return x;
}

__global__ void add_up(float *total, const float *x, const float *y, size_t n)
{
    __shared__ float sums[8];
    float own = 0;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        own = fmaf(x[i], y[i], own);
    own = warp_sum(own);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = own;
    __syncthreads();
    if (threadIdx.x < 32) {
        own = warp_sum(threadIdx.x < 8 ? sums[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            atomicAdd(total, own);
    }
}

void dot_product(float *total, const float *x, const float *y, size_t n)
{
    cudaMemset(total, 0, sizeof *total);
    add_up<<<32, 256>>>(total, x, y, n);
}
