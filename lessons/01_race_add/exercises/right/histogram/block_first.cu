/* Each block counts for itself, and then adds its counts to everybody's. */
#include "histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n, int bins)
{
    extern __shared__ unsigned mine[];
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        mine[bin] = 0;
    __syncthreads();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
        if (mine[bin] > 0)
            atomicAdd(&counts[bin], mine[bin]);
    }
}

void histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    unsigned blocks = (unsigned)((n + 511) / 512);
    if (blocks > 0)
        count<<<blocks, 512, bins * sizeof(unsigned)>>>(counts, values, n, bins);
}
