/* The sum takes the place of a. */
#include "vector_add.h"

#include <cuda_runtime.h>

__global__ void add_to(float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += b[i];
}

void vector_add(float *c, const float *a, const float *b, size_t n)
{
    float *sum = NULL, *other = NULL;
    if (n == 0)
        return;
    cudaMalloc(&sum, n * sizeof *sum);
    cudaMalloc(&other, n * sizeof *other);
    cudaMemcpy(sum, a, n * sizeof *sum, cudaMemcpyHostToDevice);
    cudaMemcpy(other, b, n * sizeof *other, cudaMemcpyHostToDevice);
    add_to<<<(unsigned)((n + 127) / 128), 128>>>(sum, other, n);
    cudaMemcpy(c, sum, n * sizeof *c, cudaMemcpyDeviceToHost);
    cudaFree(sum);
    cudaFree(other);
}
