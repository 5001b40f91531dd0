/* says: added-by-all: as the tree left it */
#include "shared_tree.h"

__global__ void add_up(float *total, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    atomicAdd(total, part[t]);
}

void shared_tree(float *total, const float *x, size_t n)
{
    cudaMemset(total, 0, sizeof *total); /* all bits 0 is 0.0f */
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add_up<<<grid, 256>>>(total, x, n);
}
