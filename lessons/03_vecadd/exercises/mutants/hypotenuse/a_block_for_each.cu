/* says: small-block: a warp never has threads of two blocks: 31 of 32 places are empty */
#include "hypotenuse.h"

__global__ void long_sides(float *c, const float *a, const float *b, size_t n)
{
    size_t i = blockIdx.x;
    if (i < n)
        c[i] = sqrtf(a[i] * a[i] + b[i] * b[i]);
}

void hypotenuse(float *c, const float *a, const float *b, size_t n)
{
    if (n > 0)
        long_sides<<<(unsigned)n, 1>>>(c, a, b, n); /* here */
}
