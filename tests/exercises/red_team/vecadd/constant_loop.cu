/* says: does-not-compile: loop iteration count exceeds limit */
/* A loop for the compiler to run. */
#include "vecadd.h"

constexpr long forever()
{
    long n = 0;
    while (n >= 0)
        n = (n + 1) % 7;
    return n;
}

constexpr long never = forever();

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
