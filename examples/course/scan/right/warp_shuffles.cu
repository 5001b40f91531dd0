/* Warps scan by shuffles. */
#include "scan.h"

#include <cuda_runtime.h>

enum { BLOCK = 256, WARPS = BLOCK / 32 };

__device__ int scan_warp(int x)
{
    for (int step = 1; step < 32; step *= 2) {
        int left = __shfl_up_sync(0xffffffffu, x, step);
        if (threadIdx.x % 32 >= step)
            x += left;
    }
    return x;
}

__global__ void scan_blocks(int *out, int *sums, const int *in, size_t n)
{
    __shared__ int of_warp[WARPS];
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    int x = scan_warp(i < n ? in[i] : 0);
    if (threadIdx.x % 32 == 31)
        of_warp[threadIdx.x / 32] = x;
    __syncthreads();
    for (unsigned w = 0; w < threadIdx.x / 32; w++)
        x += of_warp[w];
    if (i < n)
        out[i] = x;
    if (threadIdx.x == BLOCK - 1)
        sums[blockIdx.x] = x;
}

__global__ void add_before(int *out, const int *sums, size_t n)
{
    __shared__ int before[WARPS];
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    int part = 0;
    for (unsigned b = threadIdx.x; b < blockIdx.x; b += BLOCK)
        part += sums[b];
    part = scan_warp(part);
    if (threadIdx.x % 32 == 31)
        before[threadIdx.x / 32] = part;
    __syncthreads();
    part = 0;
    for (int w = 0; w < WARPS; w++)
        part += before[w];
    if (i < n)
        out[i] += part;
}

void scan(int *out, const int *in, size_t n)
{
    unsigned blocks = (unsigned)((n + BLOCK - 1) / BLOCK);
    int *sums = NULL;
    if (n == 0)
        return;
    cudaMalloc(&sums, blocks * sizeof *sums);
    scan_blocks<<<blocks, BLOCK>>>(out, sums, in, n);
    add_before<<<blocks, BLOCK>>>(out, sums, n);
    cudaFree(sums);
}
