/* says: race: and the threads of the blocks before it are not counted */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i]; /* here */
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(c, a, b, n);
}
