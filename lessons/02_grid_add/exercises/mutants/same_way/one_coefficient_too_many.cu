/* says: off-by-one: lets the loop go on once too often */
#include "same_way.h"

__device__ float polynomial(const float *coefficients, float x)
{
    float y = coefficients[0];
    for (int k = 1; k <= COEFFICIENTS; k++) /* here */
        y = y * x + coefficients[k];
    return y;
}

__global__ void branch(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float *c = i % 2 == 0 ? even : odd;
    b[i] = polynomial(c, a[i]);
}

void same_way(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        branch<<<grid, 256>>>(b, a, even, odd, n);
}
