/* says: unused-input: is given `b`, and never reads it */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n) /* here */
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + a[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(c, a, b, n);
}
