/* says: same-work: every thread does all of the work */
#include "add_half.h"

__global__ void add(float *a, size_t n) /* here */
{
    for (size_t i = 0; i < n; i++)
        atomicAdd(&a[i], 0.5f);
}

void add_half(float *a, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(a, n);
}
