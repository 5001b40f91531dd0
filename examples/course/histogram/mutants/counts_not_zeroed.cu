/* says: not-zeroed: Set all elements to 0 first */
#include "histogram.h"

#include <cuda_runtime.h>

enum { BINS = 64, BLOCK = 256 };

__global__ void count(unsigned int *counts, const unsigned int *values, size_t n)
{
    __shared__ unsigned int part[BINS];
    if (threadIdx.x < BINS)
        part[threadIdx.x] = 0;
    __syncthreads();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&part[values[i]], 1u);
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&counts[threadIdx.x], part[threadIdx.x]); /* here */
}

void histogram(unsigned int *counts, const unsigned int *values, size_t n)
{
    if (n > 0)
        count<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(counts, values, n);
}
