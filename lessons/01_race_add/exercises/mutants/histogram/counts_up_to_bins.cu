/* says: atomic-inc: is where counting ends */
#include "histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n, int bins)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicInc(&counts[values[i]], bins); /* here */
}

void histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    unsigned blocks = (unsigned)((n + 255) / 256);
    if (blocks > 0)
        count<<<blocks, 256>>>(counts, values, n, bins);
}
