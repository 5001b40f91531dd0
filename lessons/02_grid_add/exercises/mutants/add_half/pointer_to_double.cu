/* says: out-of-bounds: and an element of a has 4: that reaches past */
#include "add_half.h"

__global__ void add(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        ((double *)a)[i] += 0.5; /* here */
}

void add_half(float *a, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(a, n);
}
