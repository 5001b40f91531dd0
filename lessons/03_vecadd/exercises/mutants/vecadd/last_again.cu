/* says: no-bounds-check: become that of the last one */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = min((size_t)blockIdx.x * blockDim.x + threadIdx.x, n - 1);
    c[i] = a[i] + b[i]; /* here */
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    if (n == 0)
        return;
    add<<<(unsigned)((n + 255) / 256), 256>>>(c, a, b, n);
}
