/* says: race: and the threads of the blocks before it are not counted */
#include "add_half.h"

__global__ void add(float *a, size_t n)
{
    size_t i = threadIdx.x;
    if (i < n)
        a[i] += 0.5f; /* here */
}

void add_half(float *a, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(a, n);
}
