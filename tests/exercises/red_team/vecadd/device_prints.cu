/* says: too-much-output: wrote more than */
/* Endless output of a kernel. */
#include "vecadd.h"
#include <stdio.h>

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    for (;;)
        printf("and so on, and so on, and so on, and so on, and so on, and so on, and so on\n");
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add<<<grid, 256>>>(c, a, b, n);
}
