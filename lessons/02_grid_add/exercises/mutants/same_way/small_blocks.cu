/* says: never-written: Count the threads for even and for odd indices */
#include "same_way.h"

__device__ float polynomial(const float *coefficients, float x)
{
    float y = coefficients[0];
    for (int k = 1; k < COEFFICIENTS; k++)
        y = y * x + coefficients[k];
    return y;
}

__global__ void branch(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t i = thread / 64 * 64 + thread % 32 * 2 + thread / 32 % 2;
    if (i >= n)
        return;
    if (i % 2 == 0)
        b[i] = polynomial(even, a[i]);
    else
        b[i] = polynomial(odd, a[i]);
}

void same_way(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    unsigned grid = (unsigned)((n + 31) / 32);
    if (grid > 0)
        branch<<<grid, 32>>>(b, a, even, odd, n);
}
