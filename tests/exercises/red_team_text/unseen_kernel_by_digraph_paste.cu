/* says: not-allowed: the attribute `no_sanitize` */
// clang-format off
/* The same, with the operator in other characters. */
#include "vecadd.h"

%:define GLUE(a, b) a%:%:b

GLUE(__attri, bute__)((GLUE(no_sani, tize)("thread")))
__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    c[i] = a[i] + b[i];
    c[(i + 1) % n] = a[(i + 1) % n] + b[(i + 1) % n];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add<<<grid, 256>>>(c, a, b, n);
}
