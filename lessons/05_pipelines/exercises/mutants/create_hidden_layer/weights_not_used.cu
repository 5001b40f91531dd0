/* says: unused-input: `weights` is never used */
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
__global__ void neurons(float *out, const float *greys, const float *weights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = activate(weigh(normalize(greys[i]), weights[i]));
}
void create_hidden_layer(float *layer, const float *greys, /* here */
                         const float *weights, size_t n)
{
    if (n == 0)
        return;
    float *g, *w, *o;
    size_t bytes = n * sizeof(float);
    cudaMalloc(&g, bytes);
    cudaMalloc(&w, bytes);
    cudaMalloc(&o, bytes);
    cudaMemcpy(g, greys, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(w, greys, bytes, cudaMemcpyHostToDevice);
    neurons<<<(n + 255) / 256, 256>>>(o, g, w, n);
    cudaMemcpy(layer, o, bytes, cudaMemcpyDeviceToHost);
    cudaFree(g);
    cudaFree(w);
    cudaFree(o);
}
