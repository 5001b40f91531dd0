/* says: too-few-threads: largest launch has 32 threads */
/* One block of one warp for all values. */
#include "block_histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n, int bins)
{
    __shared__ unsigned mine[1024];
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        mine[bin] = 0;
    __syncthreads();
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        atomicAdd(&counts[bin], mine[bin]);
}

void block_histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    if (n > 0)
        count<<<1, 32>>>(counts, values, n, bins);
}
