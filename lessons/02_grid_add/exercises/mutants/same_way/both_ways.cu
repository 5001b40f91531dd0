/* says: both-ways: it computes both polynomials */
#include "same_way.h"

__device__ float polynomial(const float *coefficients, float x)
{
    float y = coefficients[0];
    for (int k = 1; k < COEFFICIENTS; k++)
        y = y * x + coefficients[k]; /* here */
    return y;
}

__global__ void both(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float if_even = polynomial(even, a[i]);
    float if_odd = polynomial(odd, a[i]);
    b[i] = i % 2 == 0 ? if_even : if_odd;
}

void same_way(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        both<<<grid, 256>>>(b, a, even, odd, n);
}
