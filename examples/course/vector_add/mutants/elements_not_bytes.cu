/* says: elements-for-bytes: counts bytes, and `n` is a number of elements */
#include "vector_add.h"

#include <cuda_runtime.h>

enum { BLOCK = 256 };

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vector_add(float *c, const float *a, const float *b, size_t n)
{
    const size_t bytes = n * sizeof(float);
    float *device_a, *device_b, *device_c;
    if (n == 0)
        return;
    cudaMalloc(&device_a, bytes);
    cudaMalloc(&device_b, bytes);
    cudaMalloc(&device_c, bytes);
    cudaMemcpy(device_a, a, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(device_b, b, bytes, cudaMemcpyHostToDevice);
    add<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(device_c, device_a, device_b, n);
    cudaMemcpy(c, device_c, n, cudaMemcpyDeviceToHost); /* here */
    cudaFree(device_a);
    cudaFree(device_b);
    cudaFree(device_c);
}
