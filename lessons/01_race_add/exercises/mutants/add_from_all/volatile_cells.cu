/* says: lost-updates: `volatile` makes no one step */
#include "add_from_all.h"

__global__ void add(volatile float *cells, size_t n)
{
    for (size_t i = 0; i < n; i++)
        cells[i] += 0.5f;
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
