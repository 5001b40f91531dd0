/* says: known-mistake: has replaced its own sums */
#include "scan.h"

#include <cuda_runtime.h>

enum { BLOCK = 256, MOST_BLOCKS = 1024 };

__global__ void scan_blocks(int *out, int *sums, const int *in, size_t n)
{
    __shared__ int part[BLOCK];
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    unsigned t = threadIdx.x;
    part[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned step = 1; step < BLOCK; step *= 2) {
        int left = t >= step ? part[t - step] : 0;
        __syncthreads();
        part[t] += left;
        __syncthreads();
    }
    if (i < n)
        out[i] = part[t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = part[t];
}

__global__ void scan_sums(int *sums, unsigned blocks)
{
    __shared__ int part[MOST_BLOCKS];
    unsigned t = threadIdx.x;
    part[t] = t < blocks ? sums[t] : 0;
    __syncthreads();
    for (unsigned step = 1; step < MOST_BLOCKS; step *= 2) {
        int left = t >= step ? part[t - step] : 0;
        __syncthreads();
        part[t] += left;
        __syncthreads();
    }
    if (t < blocks)
        sums[t] = part[t];
}

__global__ void add_before(int *out, const int *sums, size_t n)
{
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0)
        out[i] = sums[blockIdx.x - 1];
}

void scan(int *out, const int *in, size_t n)
{
    const unsigned blocks = (unsigned)((n + BLOCK - 1) / BLOCK);
    int *sums;
    if (n == 0)
        return;
    cudaMalloc(&sums, blocks * sizeof *sums);
    scan_blocks<<<blocks, BLOCK>>>(out, sums, in, n);
    scan_sums<<<1, MOST_BLOCKS>>>(sums, blocks);
    add_before<<<blocks, BLOCK>>>(out, sums, n);
    cudaFree(sums);
}
