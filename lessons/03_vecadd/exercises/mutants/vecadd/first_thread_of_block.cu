/* says: serial-work: one works, and the others wait for it */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t begin = (size_t)blockIdx.x * blockDim.x;
    if (threadIdx.x == 0)
        for (size_t i = begin; i < begin + blockDim.x && i < n; i++)
            c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(c, a, b, n); /* here */
}
