/* says: surplus-threads: nearly all of them find no element */
#include "vecadd.h"
__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    int block = 256;
    if (n > 0)
        add<<<n + block - 1 / block, block>>>(c, a, b, n); /* here */
}
