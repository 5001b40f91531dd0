/* says: not-allowed: `#ident` */
/* Its words go into the assembly as they are. */
#include "vecadd.h"

#ident "x\"\n.globl evil\nevil: ret\n.ident \"y"
extern "C" void evil(void);

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;
    add<<<grid, 256>>>(c, a, b, n);
    evil();
}
