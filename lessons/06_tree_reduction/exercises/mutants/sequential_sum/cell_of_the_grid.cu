/* says: out-of-bounds: is the index to be the number in the block */
#include "sequential_sum.h"
__global__ void add_up(float *sums, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[i] = i < n ? x[i] : 0; /* here */
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}
void sequential_sum(float *sums, const float *x, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add_up<<<grid, 256>>>(sums, x, n);
}
