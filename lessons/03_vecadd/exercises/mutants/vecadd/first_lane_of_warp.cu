/* says: idle-lanes: Of the 32 threads of a warp 1 comes to line 9 */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t begin = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 32 == 0)
        for (size_t i = begin; i < begin + 32 && i < n; i++)
            c[i] = a[i] + b[i]; /* here */
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(c, a, b, n);
}
