/* says: warned: drops what stands after the decimal point */
#include "shared_tree.h"

__global__ void add_up(float *result, const float *x, size_t n)
{
    __shared__ int part[256];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0; /* here */
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(result, (float)part[0]);
}

void shared_tree(float *result, const float *x, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    cudaMemset(result, 0, sizeof *result);
    if (grid > 0)
        add_up<<<grid, 256>>>(result, x, n);
}
