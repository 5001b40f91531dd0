/* says: never-written: there is no thread for it */
#include "same_way.h"

__device__ float polynomial(const float *coefficients, float x)
{
    float y = coefficients[0];
    for (int k = 1; k < COEFFICIENTS; k++)
        y = y * x + coefficients[k];
    return y;
}

__global__ void pair(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    size_t i = 2 * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 < n) {
        b[i] = polynomial(even, a[i]);
        b[i + 1] = polynomial(odd, a[i + 1]);
    }
}

void same_way(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    unsigned grid = (unsigned)((n + 511) / 512);
    if (grid > 0)
        pair<<<grid, 256>>>(b, a, even, odd, n);
}
