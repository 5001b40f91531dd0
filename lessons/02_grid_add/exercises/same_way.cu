/*
 * Exercise 2.6: the threads of a warp go the same way.
 *
 * Elements with an even index take one polynomial, those with an odd index the other. Each thread
 * has the element of its number, so in each warp every second thread goes one way, and waits while
 * the others go the other. The result is right, and takes twice as long as it must. Give the
 * threads other elements, or find another way in which a warp never splits.
 *
 *   ./gridstride check 2.6           says what is still wrong
 *   ./gridstride check 2.6 --hint    one hint further each time
 */
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
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (i % 2 == 0)
        b[i] = polynomial(even, a[i]);
    else
        b[i] = polynomial(odd, a[i]);
}

void same_way(float *b, const float *a, const float *even, const float *odd, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        branch<<<grid, 256>>>(b, a, even, odd, n);
}
