/* says: never-added: does each value have one */
/* A bank for each lane; in the end each thread begins at another lane's count. */
#include "lane_counts.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    __shared__ int mine[64 * 32];
    const unsigned t = threadIdx.x;
    for (unsigned k = t; k < 64 * 32; k += blockDim.x)
        mine[k] = 0;
    __syncthreads();
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + t; i < n; i += stride)
        atomicAdd(&mine[32 * values[i] + t % 32], 1);
    __syncthreads();
    if (t < 32) {
        int sum = 0;
        for (unsigned k = 0; k < 32; k++)
            sum += mine[32 * t + (k + t) % 32];
        atomicAdd(&counts[t], sum);
    }
}

void lane_counts(int *counts, const int *values, size_t n)
{
    const size_t blocks = (n + 1023) / 1024;
    if (blocks > 0)
        count<<<(unsigned)(blocks < 1024 ? blocks : 1024), 256>>>(counts, values, n);
}
