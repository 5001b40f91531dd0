/* says: no-bounds-check: elements. Nothing in the kernel asks whether the thread has an element */
#include "add_half.h"

__global__ void add(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    a[i] += 0.5f; /* here */
}

void add_half(float *a, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(a, n);
}
