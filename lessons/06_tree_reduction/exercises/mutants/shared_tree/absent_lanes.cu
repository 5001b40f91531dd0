/* says: syncwarp-mask: takes no part in this call */
#include "shared_tree.h"

__global__ void add_up(float *total, const float *x, size_t n)
{
    __shared__ float part[6];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * 192 + t;
    float mine = i < n ? x[i] : 0;
    for (int distance = 16; distance > 0; distance /= 2)
        mine += __shfl_down_sync(0xffffffffu, mine, distance);
    if (t % 32 == 0)
        part[t / 32] = mine;
    __syncthreads();
    if (t < 6) {
        mine = part[t];
        for (int distance = 4; distance > 0; distance /= 2)
            mine += __shfl_down_sync(0x3fu, mine, distance); /* here */
    }
    if (t == 0)
        atomicAdd(total, mine);
}

void shared_tree(float *total, const float *x, size_t n)
{
    cudaMemset(total, 0, sizeof *total);
    if (n > 0)
        add_up<<<(unsigned)((n + 191) / 192), 192>>>(total, x, n);
}
