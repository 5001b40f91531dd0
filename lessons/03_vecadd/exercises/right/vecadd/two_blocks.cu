/* Two blocks, whose threads take many elements each. */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    add<<<2, 128>>>(c, a, b, n);
}
