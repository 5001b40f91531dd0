/*
 * Each block scans its own elements, and none knows what stands before it: right for one block
 * alone. Keep the sum of each block, scan the sums, and add them.
 */
#include "scan.h"

#include <cuda_runtime.h>

enum { BLOCK = 256 };

__global__ void scan_blocks(int *out, const int *in, size_t n)
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
}

void scan(int *out, const int *in, size_t n)
{
    if (n > 0)
        scan_blocks<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(out, in, n);
}
