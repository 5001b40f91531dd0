/* says: updates-left-out: were made, one for each block: it grew by */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    if (threadIdx.x != 0)
        return;
    for (size_t i = 0; i < n; i++)
        atomicAdd(&cells[i], 0.5f);
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
