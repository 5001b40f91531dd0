/* says: does-not-compile: is the address of a number */
#include "histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(counts[values[i]], 1u); /* here */
}

void histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    unsigned blocks = (unsigned)((n + 255) / 256);
    if (blocks > 0)
        count<<<blocks, 256>>>(counts, values, n);
}
