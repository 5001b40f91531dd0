/* says: bank-conflict: thread t begins at word */
#include "lane_counts.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    __shared__ int mine[64][32];
    const int lane = threadIdx.x & 31;
    for (int k = threadIdx.x; k < 2048; k += blockDim.x)
        mine[k / 32][k % 32] = 0;
    __syncthreads();
    size_t stride = (size_t)blockDim.x * gridDim.x;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&mine[values[i]][lane], 1);
    __syncthreads();
    if (threadIdx.x < 64) {
        int sum = 0;
        for (int k = 0; k < 32; k++)
            sum += mine[threadIdx.x][k]; /* here */
        atomicAdd(&counts[threadIdx.x], sum);
    }
}

void lane_counts(int *counts, const int *values, size_t n)
{
    const unsigned blocks = n > 4096 ? 16 : (unsigned)((n + 255) / 256);
    if (blocks > 0)
        count<<<blocks, 256>>>(counts, values, n);
}
