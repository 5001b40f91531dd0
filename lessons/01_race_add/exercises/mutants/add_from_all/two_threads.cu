/* says: wrong-launch: This launch has 2 threads, and is to have 2 blocks of 128 */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n, float all)
{
    for (size_t i = threadIdx.x; i < n; i += 2)
        cells[i] += all;
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<1, 2>>>(cells, n, 64.0f * blocks); /* here */
}
