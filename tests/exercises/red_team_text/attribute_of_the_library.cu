/* says: not-allowed: `__nonnull` */
// clang-format off
/* An attribute through a macro of the system's. */
#include "vecadd.h"
#include <stdio.h>

#define NOTHING
#define COMMA() ,

static void first(void *) __nonnull((1)COMMA NOTHING() constructor);
static void first(void *)
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
