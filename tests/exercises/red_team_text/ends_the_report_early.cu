/* says: not-allowed: `__cxa_finalize` */
/* Has the report written before there is something to say. */
#include "vecadd.h"

extern "C" void __cxa_finalize(void *);

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
    __cxa_finalize(0);
}
