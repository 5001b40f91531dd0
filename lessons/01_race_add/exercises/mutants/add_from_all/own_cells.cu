/* says: serial-work: 2 of the 256 threads do all of the additions */
/* A thread has cells of its own, and makes the updates of all the others there. */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    unsigned threads = gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        cells[i] += 0.5f * threads;
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n); /* here */
}
