/* says: does-not-compile: Static assertion failed: full marks ?? */
// clang-format off
/* A message that turns the direction of writing, and tells a terminal what to do. */
#include "vecadd.h"
static_assert(false, "full marks ‮⁦ 31m [31m");

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
