/* One piece of memory for all three, and a grid of a fixed size. */
#include "vector_add.h"

#include <cuda_runtime.h>

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        c[i] = a[i] + b[i];
}

void vector_add(float *c, const float *a, const float *b, size_t n)
{
    float *all;
    if (n == 0 || cudaMalloc(&all, 3 * n * sizeof(float)) != cudaSuccess)
        return;
    cudaMemcpy(all, a, n * sizeof(float), cudaMemcpyDefault);
    cudaMemcpy(all + n, b, n * sizeof(float), cudaMemcpyDefault);
    add<<<40, 128>>>(all + 2 * n, all, all + n, n);
    cudaMemcpy(c, all + 2 * n, n * sizeof(float), cudaMemcpyDefault);
    cudaFree(all);
}
