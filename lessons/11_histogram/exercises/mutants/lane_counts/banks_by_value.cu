/* says: bank-conflict: so that lane L counts at 32 * v + L */
#include "lane_counts.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    __shared__ int mine[64 * 32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (unsigned k = threadIdx.x; k < 64 * 32; k += blockDim.x)
        mine[k] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(&mine[64 * lane + values[i]], 1);
    __syncthreads();
    for (unsigned v = warp; v < 64; v += blockDim.x / 32) {
        int sum = mine[64 * lane + v]; /* here */
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, d);
        if (lane == 0)
            atomicAdd(&counts[v], sum);
    }
}
void lane_counts(int *counts, const int *values, size_t n)
{
    const unsigned blocks = (unsigned)((n + 255) / 256);
    if (blocks > 0)
        count < <<blocks<8 ? blocks : 8, 256>>>(counts, values, n);
}
