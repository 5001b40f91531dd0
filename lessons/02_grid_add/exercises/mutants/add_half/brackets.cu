/* says: wrong-index: is 0 for all threads of block 0 */
#include "add_half.h"

__global__ void add(float *a, size_t n)
{
    size_t i = blockIdx.x * (blockDim.x + threadIdx.x); /* here */
    if (i < n)
        a[i] += 0.5f;
}

void add_half(float *a, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(a, n);
}
