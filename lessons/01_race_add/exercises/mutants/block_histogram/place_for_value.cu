/* says: unused-input: is given `values`, and never reads it */
#include "block_histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n, int bins) /* here */
{
    __shared__ unsigned mine[1024];
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        mine[bin] = 0;
    __syncthreads();

    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&mine[i % 1024], 1);
    __syncthreads();

    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        atomicAdd(&counts[bin], mine[bin]);
}

void block_histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    unsigned blocks = (unsigned)((n + 255) / 256);
    if (blocks > 0)
        count<<<blocks, 256>>>(counts, values, n, bins);
}
