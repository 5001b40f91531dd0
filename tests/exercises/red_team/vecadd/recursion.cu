/* says: crashed: its stack was full */
/* A stack without an end. */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

static int deeper(volatile int *x)
{
    volatile int y[1000] = {*x};
    return deeper(y) + y[1];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add<<<grid, 256>>>(c, a, b, n);
    volatile int x = 0;
    deeper(&x);
}
