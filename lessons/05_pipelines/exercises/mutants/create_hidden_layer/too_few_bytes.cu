/* says: elements-for-bytes: n * sizeof(float) */
#include "create_hidden_layer.h"

__device__ float normalize(float grey)
{
    return grey / 255.0f;
}

__device__ float weigh(float value, float weight)
{
    return value * weight;
}

__device__ float activate(float value)
{
    return tanhf(value);
}

__global__ void neurons(float *greys, const float *weights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        greys[i] = activate(weigh(normalize(greys[i]), weights[i]));
}

void create_hidden_layer(float *layer, const float *greys, const float *weights, size_t n)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    const size_t bytes = n * sizeof(float);
    float *values, *factors;
    if (n == 0)
        return;
    cudaMalloc(&values, bytes);
    cudaMalloc(&factors, bytes);
    cudaMemcpy(values, greys, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(factors, weights, bytes, cudaMemcpyHostToDevice);
    neurons<<<grid, block>>>(values, factors, n);
    cudaMemcpy(layer, values, n, cudaMemcpyDeviceToHost); /* here */
    cudaFree(values);
    cudaFree(factors);
}
