/* Two sets of counts in a block, one for each half of its threads: two shorter lines. */
#include "block_histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n, int bins)
{
    __shared__ unsigned mine[2][1024];
    unsigned t = threadIdx.x, half = t < blockDim.x / 2 ? 0 : 1;
    for (int bin = t; bin < bins; bin += blockDim.x)
        mine[0][bin] = mine[1][bin] = 0;
    __syncthreads();
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    if (i < n)
        atomicAdd(&mine[half][values[i]], 1);
    __syncthreads();
    for (int bin = t; bin < bins; bin += blockDim.x)
        atomicAdd(&counts[bin], mine[0][bin] + mine[1][bin]);
}

void block_histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    unsigned blocks = (unsigned)((n + 255) / 256);
    if (blocks > 0)
        count<<<blocks, 256>>>(counts, values, n, bins);
}
