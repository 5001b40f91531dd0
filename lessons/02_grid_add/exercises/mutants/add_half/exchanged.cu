/* says: wrong-index: threadIdx.x and blockIdx.x are exchanged */
#include "add_half.h"

__global__ void add(float *a, size_t n)
{
    size_t i = blockIdx.x + threadIdx.x * (size_t)blockDim.x; /* here */
    if (i < n)
        a[i] = a[i] + 0.5f;
}

void add_half(float *a, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(a, n);
}
