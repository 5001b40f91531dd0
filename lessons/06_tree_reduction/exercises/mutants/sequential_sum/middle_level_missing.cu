/* says: missing-level: Of each 64 threads, the elements of the upper 32 */
#include "sequential_sum.h"
__global__ void add_up(float *sums, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned half = 128; half > 32; half >>= 1) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t < 32) {
        float v = part[t];
        for (int d = 16; d; d >>= 1)
            v += __shfl_down_sync(~0u, v, d);
        if (t == 0)
            sums[blockIdx.x] = v;
    }
}
void sequential_sum(float *sums, const float *x, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add_up<<<grid, 256>>>(sums, x, n);
}
