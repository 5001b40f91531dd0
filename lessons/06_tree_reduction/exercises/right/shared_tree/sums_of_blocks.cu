/* Each block leaves its sum in an array, and one thread adds these up: few enough for one. */
#include "shared_tree.h"

__global__ void add_blocks(float *sums, const float *x, size_t n)
{
    __shared__ float part[512];
    unsigned t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = part[0];
}

__global__ void add_sums(float *total, const float *sums, unsigned blocks)
{
    float sum = 0;
    for (unsigned b = 0; b < blocks; b++)
        sum += sums[b];
    total[0] = sum;
}

void shared_tree(float *total, const float *x, size_t n)
{
    unsigned blocks = (unsigned)((n + 511) / 512);
    float *sums;
    cudaMemset(total, 0, sizeof *total);
    if (n == 0)
        return;
    cudaMalloc(&sums, blocks * sizeof *sums);
    add_blocks<<<blocks, 512>>>(sums, x, n);
    add_sums<<<1, 1>>>(total, sums, blocks);
    cudaFree(sums);
}
