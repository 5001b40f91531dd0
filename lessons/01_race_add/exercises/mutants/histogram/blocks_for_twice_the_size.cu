/* says: wrong-blocks: counts the blocks for blocks of 256 threads */
#include "histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[values[i]], 1);
}

void histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    unsigned blocks = (unsigned)((n + 255) / 256); /* here */
    if (blocks > 0)
        count<<<blocks, 128>>>(counts, values, n);
}
