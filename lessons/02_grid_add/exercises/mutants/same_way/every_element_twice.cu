/* says: race: Is the index to be another one for each thread? */
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
    size_t i = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 2;
    if (i >= n)
        return;
    if (i % 2 == 0)
        b[i] = polynomial(even, a[i]); /* here */
    else
        b[i] = polynomial(odd, a[i]);
}

void same_way(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    unsigned grid = (unsigned)((2 * n + 255) / 256);
    if (grid > 0)
        both<<<grid, 256>>>(b, a, even, odd, n);
}
