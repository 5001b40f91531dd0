/* says: round-trip: hand them what was copied */
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
__global__ void layer_kernel(float *layer, const float *greys, const float *weights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        layer[i] = activate(weigh(normalize(greys[i]), weights[i]));
}
void create_hidden_layer(float *layer, const float *greys, const float *weights, size_t n)
{
    float *d_layer, *d_greys, *d_weights;
    if (n == 0)
        return;
    cudaMalloc(&d_layer, n * sizeof(float));
    cudaMalloc(&d_greys, n * sizeof(float));
    cudaMalloc(&d_weights, n * sizeof(float));
    cudaMemcpy(d_greys, greys, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_weights, weights, n * sizeof(float), cudaMemcpyHostToDevice);
    layer_kernel<<<(n + 255) / 256, 256>>>(d_layer, greys, weights, n); /* here */
    cudaMemcpy(layer, d_layer, n * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_layer);
    cudaFree(d_greys);
    cudaFree(d_weights);
}
