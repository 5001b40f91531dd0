/* says: narrow-index: holds no number above 255, and the launch has */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    unsigned char i = blockIdx.x * blockDim.x + threadIdx.x; /* here */
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(c, a, b, n);
}
