/* Half a tree in shared memory, down to a warp; from there on in registers. A launch of one thread
 * sets the total to 0 before. */
#include "shared_tree.h"

__global__ void set_zero(float *total)
{
    *total = 0;
}

__global__ void add_up(float *total, const float *x, size_t n)
{
    __shared__ float part[128];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * 256 + t;
    float mine = (i < n ? x[i] : 0) + (i + 128 < n ? x[i + 128] : 0);
    part[t] = mine;
    __syncthreads();
    if (t < 64)
        part[t] = mine += part[t + 64];
    __syncthreads();
    if (t >= 32)
        return;
    mine += part[t + 32];
    for (int distance = 16; distance > 0; distance /= 2)
        mine += __shfl_xor_sync(0xffffffffu, mine, distance);
    if (t == 0)
        atomicAdd(total, mine);
}

void shared_tree(float *total, const float *x, size_t n)
{
    set_zero<<<1, 1>>>(total);
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 128>>>(total, x, n);
}
