/* says: double-literal: makes `pow` a function of double */
#include "hypotenuse.h"

__global__ void long_sides(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float square = pow(a[i], 2); /* here */
        c[i] = sqrtf(square + b[i] * b[i]);
    }
}

void hypotenuse(float *c, const float *a, const float *b, size_t n)
{
    if (n > 0)
        long_sides<<<(unsigned)((n + 255) / 256), 256>>>(c, a, b, n);
}
