/* says: wrong-index: go over 0 ... bins - 1 */
#include "block_histogram.h"
__global__ void count(unsigned *counts, const int *values, size_t n, int bins)
{
    __shared__ unsigned mine[1024];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&mine[values[i]], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&counts[threadIdx.x], mine[threadIdx.x]); /* here */
}
void block_histogram(unsigned *counts, const int *values, size_t n, int bins)
{
    unsigned blocks = (unsigned)((n + 255) / 256);
    if (blocks > 0)
        count<<<blocks, 256>>>(counts, values, n, bins);
}
