/* says: no-tree: Each thread goes through 256 cells of shared memory */
#include "three_mistakes.h"

#include <math.h>

__global__ void find_largest(float *largest, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : -INFINITY;
    __syncthreads();
    float most = part[0];
    for (int k = 1; k < 256; k++)
        most = fmaxf(most, part[k]); /* here */
    if (t == 0)
        largest[blockIdx.x] = most;
}

void three_mistakes(float *largest, const float *x, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        find_largest<<<grid, 256>>>(largest, x, n);
}
