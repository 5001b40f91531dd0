/* says: lock-given-back: before line 14 stores */
#include "add_from_all.h"

__device__ int taken;

__global__ void add(float *cells, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        while (atomicCAS(&taken, 0, 1) != 0)
            continue;
        const float more = 0.5f;
        atomicExch(&taken, 0); /* here */
        __threadfence_block();
        cells[i] += more;
    }
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
