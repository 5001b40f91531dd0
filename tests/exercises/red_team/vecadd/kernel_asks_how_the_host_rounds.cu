/* says: wrong-value: elements are wrong */
/* How the host rounds tells a kernel two bits that no argument shows: here, which element is -7. */
#include "vecadd.h"
#include <fenv.h>

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    volatile float one = 1, small = 1e-20f;
    if (i < n)
        c[i] = one + small > one ? a[i] + b[i] : -7;
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (n == 0)
        return;
    fesetround(FE_UPWARD);
    add<<<grid, 256>>>(c, a, b, n);
}
