/* says: wrong-index: counts 512 threads a block, and the launch has blocks of 256 */
#include "histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n)
{
    size_t i = (size_t)blockIdx.x * 512 + threadIdx.x; /* here */
    if (i < n)
        atomicAdd(&counts[values[i]], 1);
}

void histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    unsigned blocks = (unsigned)((n + 255) / 256);
    if (blocks > 0)
        count<<<blocks, 256>>>(counts, values, n);
}
