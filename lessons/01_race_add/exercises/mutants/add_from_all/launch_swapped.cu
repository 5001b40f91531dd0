/* says: launch-swapped: the number of blocks comes first */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    for (size_t i = 0; i < n; i++)
        atomicAdd(&cells[i], 0.5f);
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<128, blocks>>>(cells, n); /* here */
}
