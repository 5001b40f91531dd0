/*
 * Each thread counts its value. Several threads may count in the same bin at the same time, and
 * nobody sets counts to 0. Mend both; then let each block count in shared memory first.
 */
#include "histogram.h"

enum { BLOCK = 256 };

__global__ void count(unsigned int *counts, const unsigned int *values, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        counts[values[i]] += 1;
}

void histogram(unsigned int *counts, const unsigned int *values, size_t n)
{
    if (n > 0)
        count<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(counts, values, n);
}
