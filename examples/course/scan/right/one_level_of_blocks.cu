/* Each block adds all sums before it by itself: two kernels. */
#include "scan.h"

#include <cuda_runtime.h>

enum { BLOCK = 512 };

__device__ int scan_block(int mine)
{
    __shared__ int part[2][BLOCK];
    unsigned t = threadIdx.x, now = 0;
    part[0][t] = mine;
    __syncthreads();
    for (unsigned step = 1; step < BLOCK; step *= 2) {
        part[1 - now][t] = part[now][t] + (t >= step ? part[now][t - step] : 0);
        now = 1 - now;
        __syncthreads();
    }
    return part[now][t];
}

__global__ void sum_blocks(int *sums, const int *in, size_t n)
{
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    int all = scan_block(i < n ? in[i] : 0);
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = all;
}

__global__ void scan_all(int *out, const int *sums, const int *in, size_t n)
{
    __shared__ int before;
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x == 0)
        before = 0;
    __syncthreads();
    for (unsigned b = threadIdx.x; b < blockIdx.x; b += BLOCK)
        atomicAdd(&before, sums[b]);
    int mine = scan_block(i < n ? in[i] : 0);
    if (i < n)
        out[i] = before + mine;
}

void scan(int *out, const int *in, size_t n)
{
    unsigned blocks = (unsigned)((n + BLOCK - 1) / BLOCK);
    int *sums = NULL;
    if (n == 0)
        return;
    cudaMalloc(&sums, blocks * sizeof *sums);
    sum_blocks<<<blocks, BLOCK>>>(sums, in, n);
    scan_all<<<blocks, BLOCK>>>(out, sums, in, n);
    cudaFree(sums);
}
