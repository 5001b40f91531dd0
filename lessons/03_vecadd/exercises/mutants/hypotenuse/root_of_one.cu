/* says: wrong-value: close too early */
#include "hypotenuse.h"

__global__ void long_sides(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] * a[i] + sqrtf(b[i] * b[i]);
}

void hypotenuse(float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        long_sides<<<grid, block>>>(c, a, b, n);
}
