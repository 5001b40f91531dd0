/* says: wrong-count: which is the number of blocks, whatever the values */
#include "block_histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n, int bins)
{
    __shared__ unsigned mine[1024];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        atomicAdd(&counts[b], 1);
}

void block_histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    unsigned blocks = (unsigned)((n + 255) / 256);
    if (blocks > 0)
        count<<<blocks, 256>>>(counts, values, n, bins);
}
