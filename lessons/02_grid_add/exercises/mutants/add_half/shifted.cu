/* says: never-written: thread 0 of block 0 has a[0] */
#include "add_half.h"

__global__ void add(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x + 1;
    if (i < n) /* here */
        a[i] += 0.5f;
}

void add_half(float *a, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(a, n);
}
