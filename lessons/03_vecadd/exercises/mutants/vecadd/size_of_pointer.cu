/* says: size-of-pointer: is the size of the pointer */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < sizeof(a) / sizeof(float)) /* here */
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0) /* a launch of no blocks is an error */
        add<<<grid, block>>>(c, a, b, n);
}
