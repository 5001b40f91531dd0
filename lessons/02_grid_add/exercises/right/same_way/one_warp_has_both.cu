/* The threads for the odd indices begin right behind those for the even ones, in one warp. */
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
    const size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x, evens = (n + 1) / 2;
    if (thread < evens)
        b[2 * thread] = polynomial(even, a[2 * thread]);
    else if (thread < n)
        b[2 * (thread - evens) + 1] = polynomial(odd, a[2 * (thread - evens) + 1]);
}

void same_way(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    if (n > 0)
        branch<<<(unsigned)((n + 255) / 256), 256>>>(b, a, even, odd, n);
}
