/* says: no-tree: by an atomic function */
#include "sequential_sum.h"

__global__ void add_up(float *sums, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    if (t > 0)
        atomicAdd(&part[0], part[t]); /* here */
    __syncthreads();
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

void sequential_sum(float *sums, const float *x, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add_up<<<grid, 256>>>(sums, x, n);
}
