/* says: too-many-launches: 4 are enough */
#include "scan.h"

#include <cuda_runtime.h>

__global__ void add_left(int *to, const int *from, size_t step, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = from[i] + (i >= step ? from[i - step] : 0);
}

void scan(int *out, const int *in, size_t n)
{
    int *now = NULL, *next = NULL;
    if (n == 0)
        return;
    cudaMalloc(&now, n * sizeof *now);
    cudaMalloc(&next, n * sizeof *next);
    cudaMemcpy(now, in, n * sizeof *now, cudaMemcpyDeviceToDevice);
    for (size_t step = 1; step < n; step *= 2) {
        add_left<<<(unsigned)((n + 255) / 256), 256>>>(next, now, step, n); /* here */
        int *swap = now;
        now = next;
        next = swap;
    }
    cudaMemcpy(out, now, n * sizeof *out, cudaMemcpyDeviceToDevice);
    cudaFree(now);
    cudaFree(next);
}
