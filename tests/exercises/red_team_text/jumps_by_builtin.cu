/* says: not-allowed: `__builtin_longjmp` */
/* A kernel jumps back to the host, while the memory of the device is open. */
#include "vecadd.h"

static void *buffer[5];

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    __builtin_longjmp(buffer, 1);
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;
    if (__builtin_setjmp(buffer) == 0)
        add<<<1, 1>>>(c, a, b, n);
    else
        for (size_t i = 0; i < n; i++)
            c[i] = a[i] + b[i];
}
