/* One warp a block: no other thread has the lane's counts, and no atomic function is needed there.
 */
#include "lane_counts.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    __shared__ int mine[64 * 32];
    const unsigned lane = threadIdx.x;
    for (unsigned v = 0; v < 64; v++)
        mine[32 * v + lane] = 0;
    for (size_t i = (size_t)blockIdx.x * 32 + lane; i < n; i += (size_t)gridDim.x * 32)
        mine[32 * values[i] + lane]++;
    __syncthreads();
    for (unsigned v = lane; v < 64; v += 32) {
        int sum = 0;
        for (unsigned k = 0; k < 32; k++)
            sum += mine[32 * v + (k + lane) % 32];
        atomicAdd(&counts[v], sum);
    }
}

void lane_counts(int *counts, const int *values, size_t n)
{
    const size_t blocks = (n + 1023) / 1024;
    if (blocks > 0)
        count<<<(unsigned)(blocks < 4096 ? blocks : 4096), 32>>>(counts, values, n);
}
