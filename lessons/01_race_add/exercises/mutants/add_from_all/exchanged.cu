/* says: race: is changed by an atomic function, and also read or written without one */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    for (size_t i = 0; i < n; i++)
        atomicExch(&cells[i], cells[i] + 0.5f); /* here */
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
