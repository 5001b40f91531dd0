/* says: too-few-blocks: take the bound away */
#include "create_hidden_layer.h"

__device__ float activate(float v)
{
    return tanhf(v);
}

__global__ void neuron(float *layer, const float *greys, const float *weights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        layer[i] = activate(greys[i] / 255.0f * weights[i]);
}

void create_hidden_layer(float *layer, const float *greys, const float *weights, size_t n)
{
    if (n == 0)
        return;
    size_t bytes = n * sizeof(float);
    float *d_layer, *d_greys, *d_weights;
    cudaMalloc(&d_layer, bytes);
    cudaMalloc(&d_greys, bytes);
    cudaMalloc(&d_weights, bytes);
    cudaMemcpy(d_greys, greys, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_weights, weights, bytes, cudaMemcpyHostToDevice);
    size_t blocks = (n + 255) / 256;
    if (blocks > 65535) /* here */
        blocks = 65535;
    neuron<<<(unsigned)blocks, 256>>>(d_layer, d_greys, d_weights, n);
    cudaMemcpy(layer, d_layer, bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_layer);
    cudaFree(d_greys);
    cudaFree(d_weights);
}
