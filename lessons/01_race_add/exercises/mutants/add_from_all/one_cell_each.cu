/* says: updates-left-out: 1 was made */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        cells[i] += 0.5f;
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
