/* In the end a warp has a value: a lane reads its own bank, and the sums go down by shuffles. */
#include "lane_counts.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    __shared__ int mine[64][32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (unsigned v = warp; v < 64; v += 8)
        mine[v][lane] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * 256 + threadIdx.x; i < n; i += (size_t)gridDim.x * 256)
        atomicAdd(&mine[values[i]][lane], 1);
    __syncthreads();
    for (unsigned v = warp; v < 64; v += 8) {
        int sum = mine[v][lane];
        for (unsigned step = 16; step > 0; step /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, step);
        if (lane == 0 && sum > 0)
            atomicAdd(&counts[v], sum);
    }
}

void lane_counts(int *counts, const int *values, size_t n)
{
    const size_t blocks = (n + 1023) / 1024;
    if (blocks > 0)
        count<<<(unsigned)(blocks < 1024 ? blocks : 1024), 256>>>(counts, values, n);
}
