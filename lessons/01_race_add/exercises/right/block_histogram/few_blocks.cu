/* Few blocks that stride over the values: fewer atomics on global memory still. */
#include "block_histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n, int bins)
{
    extern __shared__ unsigned mine[];
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        mine[bin] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
        if (mine[bin] > 0)
            atomicAdd(&counts[bin], mine[bin]);
    }
}

void block_histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    count<<<264, 512, bins * sizeof(unsigned)>>>(counts, values, n, bins);
}
