/* says: added-by-all: each thread that has an element adds */
#include "shared_tree.h"

__global__ void add_up(float *total, const float *x, size_t n)
{
    __shared__ float part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned half = 128; half > 0; half >>= 1) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (i < n)
        atomicAdd(total, part[0]);
}

void shared_tree(float *total, const float *x, size_t n)
{
    cudaMemset(total, 0, sizeof(float));
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add_up<<<grid, 256>>>(total, x, n);
}
