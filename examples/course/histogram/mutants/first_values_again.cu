/* says: known-mistake: the blocks before it are not in the index */
#include "histogram.h"

#include <cuda_runtime.h>

enum { BINS = 64, BLOCK = 256 };

__global__ void count(unsigned int *counts, const unsigned int *values, size_t n)
{
    __shared__ unsigned int part[BINS];
    if (threadIdx.x < BINS)
        part[threadIdx.x] = 0;
    __syncthreads();
    size_t i = threadIdx.x;
    if (i < n)
        atomicAdd(&part[values[i]], 1u);
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&counts[threadIdx.x], part[threadIdx.x]);
}

void histogram(unsigned int *counts, const unsigned int *values, size_t n)
{
    cudaMemset(counts, 0, BINS * sizeof *counts);
    if (n > 0)
        count<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(counts, values, n);
}
