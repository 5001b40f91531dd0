/*
 * The kernel is written, and it is given the arrays of the host, which it cannot read. Give it
 * arrays on the device: get memory, copy a and b to it, launch, copy c back, free.
 */
#include "vector_add.h"

#include <cuda_runtime.h>

enum { BLOCK = 256 };

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vector_add(float *c, const float *a, const float *b, size_t n)
{
    if (n > 0)
        add<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(c, a, b, n);
}
