/* No branch at all: a launch for the even ones, another for the odd ones. */
#include "same_way.h"

__device__ float polynomial(const float *coefficients, float x)
{
    float y = coefficients[0];
    for (int k = 1; k < COEFFICIENTS; k++)
        y = y * x + coefficients[k];
    return y;
}

__global__ void every_second(float *b, const float *a, const float *coefficients, size_t first,
                             size_t n)
{
    size_t i = first + 2 * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n)
        b[i] = polynomial(coefficients, a[i]);
}

void same_way(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    unsigned grid = (unsigned)((n + 511) / 512);
    if (grid == 0)
        return;
    every_second<<<grid, 256>>>(b, a, even, 0, n);
    every_second<<<grid, 256>>>(b, a, odd, 1, n);
}
