/* says: no-tree: Each thread goes through 256 cells of shared memory */
#include "sequential_sum.h"

__global__ void add_up(float *sums, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 256; k++)
        sum += part[k]; /* here */
    if (t == 0)
        sums[blockIdx.x] = sum;
}

void sequential_sum(float *sums, const float *x, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add_up<<<grid, 256>>>(sums, x, n);
}
