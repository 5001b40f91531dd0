/* A block stages its values in shared memory, and a thread for each bin looks at them all: no
 * atomics within the block. */
#include "block_histogram.h"

enum { BLOCK = 1024 };

__global__ void count(unsigned *counts, const int *values, size_t n, int bins)
{
    __shared__ int staged[BLOCK];
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    staged[threadIdx.x] = i < n ? values[i] : -1;
    __syncthreads();
    int bin = threadIdx.x;
    if (bin >= bins)
        return;
    unsigned mine = 0;
    for (int k = 0; k < BLOCK; k++)
        mine += staged[k] == bin;
    atomicAdd(&counts[bin], mine);
}

void block_histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    if (n > 0)
        count<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(counts, values, n, bins);
}
