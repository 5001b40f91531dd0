/* says: serial-work: 2 of the 256 threads do all of the additions */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    if (threadIdx.x == 0)
        for (size_t i = 0; i < n; i++)
            atomicAdd(&cells[i], 0.5f * blockDim.x);
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n); /* here */
}
