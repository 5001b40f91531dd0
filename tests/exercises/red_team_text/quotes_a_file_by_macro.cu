/* says: not-allowed: a `#` */
/* The compiler shows a line of /etc/passwd, once a macro has made a line marker that names it. */
#include "vecadd.h"

// clang-format off
#define HASH #
HASH 1 "/etc/passwd" 1 3
int x = ;
// clang-format on

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    add<<<(unsigned)(n / 256 + 1), 256>>>(c, a, b, n);
}
