/* says: double-literal: `0.5f` */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    __shared__ float sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, 1.0f);
    __syncthreads();
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(&cells[i], 0.5 * sum); /* here */
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
