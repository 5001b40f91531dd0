/* says: race: Two threads write to one element */
#include "hypotenuse.h"

__device__ int i;

__global__ void long_sides(float *c, const float *a, const float *b, size_t n)
{
    i = blockIdx.x * blockDim.x + threadIdx.x; /* here */
    if (i < n)
        c[i] = sqrtf(a[i] * a[i] + b[i] * b[i]);
}

void hypotenuse(float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        long_sides<<<grid, block>>>(c, a, b, n);
}
