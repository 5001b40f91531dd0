/* says: too-few-blocks: each block makes 16 elements of counts: rows = 3 needs 3 blocks */
#include "row_counts.h"

__global__ void count(int *counts, const int *shades, size_t columns)
{
    __shared__ int mine[16];
    if (threadIdx.x < 16)
        mine[threadIdx.x] = 0;
    __syncthreads();
    for (size_t k = threadIdx.x; k < columns; k += blockDim.x)
        atomicAdd(&mine[shades[blockIdx.x * columns + k]], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        counts[16 * blockIdx.x + threadIdx.x] = mine[threadIdx.x];
}

void row_counts(int *counts, const int *shades, size_t rows, size_t columns)
{
    if (rows > 0)
        count<<<(unsigned)((rows + 255) / 256), 256>>>(counts, shades, columns); /* here */
}
