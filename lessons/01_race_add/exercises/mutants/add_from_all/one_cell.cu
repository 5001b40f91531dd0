/* says: one-cell: got the updates of all */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    for (size_t i = 0; i < n; i++)
        atomicAdd(cells, 0.5f);
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
