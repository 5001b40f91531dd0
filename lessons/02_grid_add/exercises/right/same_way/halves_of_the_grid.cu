/* The first half of all threads takes the even ones, the second half the odd ones; each half is
 * whole warps. */
#include "same_way.h"

__device__ float polynomial(const float *coefficients, float x)
{
    float y = coefficients[0];
    for (int k = 1; k < COEFFICIENTS; k++)
        y = y * x + coefficients[k];
    return y;
}

__global__ void branch(float *b, const float *a, const float *even, const float *odd, size_t n,
                       size_t half)
{
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (thread < half) {
        size_t i = 2 * thread;
        if (i < n)
            b[i] = polynomial(even, a[i]);
    } else {
        size_t i = 2 * (thread - half) + 1;
        if (i < n)
            b[i] = polynomial(odd, a[i]);
    }
}

void same_way(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    size_t half = (n / 2 + 1 + 255) / 256 * 256;
    if (n > 0)
        branch<<<(unsigned)(2 * half / 256), 256>>>(b, a, even, odd, n, half);
}
