/* says: double-literal: `0.5f` */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    unsigned threads = gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        cells[i] += 0.5 * threads; /* here */
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
