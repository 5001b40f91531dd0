/* says: race: and then both wrote, so one update was lost: reading and writing are */
#include "add_from_all.h"

__global__ void add(float *cells, size_t n)
{
    __shared__ float sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, 0.5f);
    __syncthreads();
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        cells[i] += sum; /* here */
}

void add_from_all(float *cells, size_t n, unsigned blocks)
{
    add<<<blocks, 128>>>(cells, n);
}
