/* says: race: depends on which comes first. Take it out */
#include "add_from_all.h"

#include <cstdio>

__global__ void add(float *cells, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (threadIdx.x == 0)
            printf("%f\n", cells[i]); /* here */
        atomicAdd(&cells[i], 0.5f);
    }
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
