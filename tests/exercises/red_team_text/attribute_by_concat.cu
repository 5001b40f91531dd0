/* says: not-allowed: the attribute `constructor` */
// clang-format off
/* An attribute whose name a macro of the C library puts together. */
#include "vecadd.h"
#include <stdio.h>

__CONCAT(__attri,bute__)((constructor)) static void first()
{
}

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add<<<grid, 256>>>(c, a, b, n);
}
