/* says: too-few-threads: on, have none. Launch as many blocks as all elements need, the last of */
#include "hypotenuse.h"

__global__ void long_sides(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = sqrtf(a[i] * a[i] + b[i] * b[i]);
}

void hypotenuse(float *c, const float *a, const float *b, size_t n)
{
    if (n > 0)
        long_sides<<<1, 1>>>(c, a, b, n); /* here */
}
