/* says: lock-in-steps: two threads can both find it free */
#include "add_from_all.h"

__device__ int mutex = 0;
__global__ void add(float *cells, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        while (mutex == 1) /* here */
            ;
        mutex = 1;
        cells[i] += 0.5f;
        mutex = 0;
    }
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
