/* says: too-many-threads: A block holds at most 1024 threads in all */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    dim3 block(256, 8);
    if (n > 0)
        add<<<(unsigned)((n + 255) / 256), block>>>(c, a, b, n); /* here */
}
