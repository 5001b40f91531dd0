/* says: counted-twice: values, as if it were the only one: the blocks before it are not in the */
#include "histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n)
{
    size_t i = threadIdx.x;
    if (i < n)
        atomicAdd(&counts[values[i]], 1);
}

void histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    unsigned blocks = (unsigned)((n + 255) / 256);
    if (blocks > 0)
        count<<<blocks, 256>>>(counts, values, n);
}
