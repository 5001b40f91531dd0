/* says: race: for both of them, by */
#include "same_way.h"

__device__ float polynomial(const float *coefficients, float x)
{
    float y = coefficients[0];
    for (int k = 1; k < COEFFICIENTS; k++)
        y = y * x + coefficients[k];
    return y;
}

__global__ void both(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 2; /* here */
    if (i >= n)
        return;
    if (i % 2 == 0)
        b[i] = polynomial(even, a[i]);
    else
        b[i] = polynomial(odd, a[i]);
}

void same_way(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    unsigned grid = (unsigned)((2 * n + 255) / 256);
    if (grid > 0)
        both<<<grid, 256>>>(b, a, even, odd, n);
}
