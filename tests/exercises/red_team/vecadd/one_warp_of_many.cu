/* says: serial-work: far more than its part */
/* Many threads are launched, and those of one warp do it. */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    if (blockIdx.x > 0 || threadIdx.x >= 32)
        return;
    for (size_t i = threadIdx.x; i < n; i += 32)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add<<<grid, 256>>>(c, a, b, n);
}
