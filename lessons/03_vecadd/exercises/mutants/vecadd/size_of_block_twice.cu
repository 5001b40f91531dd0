/* says: race: No thread comes to c[0] */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockDim.x * blockDim.x + threadIdx.x; /* here */
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid)
        add<<<grid, block>>>(c, a, b, n);
}
