/* says: race: and then both wrote, so one update was lost: reading and writing are */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        float old = cells[i];
        __syncthreads();
        cells[i] = old + 0.5f; /* here */
    }
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
