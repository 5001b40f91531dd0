/* says: no-tree: One thread of the block goes through 256 cells */
#include "three_mistakes.h"

#include <math.h>

__global__ void find_largest(float *largest, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : -INFINITY;
    __syncthreads();
    if (t == 0) {
        float most = part[0];
        for (int k = 1; k < 256; k++)
            most = fmaxf(most, part[k]); /* here */
        largest[blockIdx.x] = most;
    }
}

void three_mistakes(float *largest, const float *x, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        find_largest<<<grid, 256>>>(largest, x, n);
}
