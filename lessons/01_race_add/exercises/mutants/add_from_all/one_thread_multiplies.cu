/* says: serial-work: 1 of the 256 threads does all of the additions */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (size_t i = 0; i < n; i++)
            cells[i] += 0.5f * gridDim.x * blockDim.x;
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n); /* here */
}
