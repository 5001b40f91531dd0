/* says: rounded-down: drops the remainder */
#include "histogram.h"

__global__ void count(unsigned *counts, const int *values, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[values[i]], 1);
}

void histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    if (n > 0)
        count<<<(unsigned)(n / 256), 256>>>(counts, values, n); /* here */
}
