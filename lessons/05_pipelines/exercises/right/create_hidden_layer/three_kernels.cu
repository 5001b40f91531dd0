/* Three kernels, each with a result of its own, and the exponentials written out. */
#include "create_hidden_layer.h"

__global__ void normalize(const float *greys, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = greys[i] / 255.0f;
}

__global__ void weigh(const float *values, const float *weights, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = values[i] * weights[i];
}

__global__ void activate(const float *values, float *out, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float up = expf(values[i]), down = expf(-values[i]);
        out[i] = (up - down) / (up + down);
    }
}

void create_hidden_layer(float *layer, const float *greys, const float *weights, size_t n)
{
    const unsigned block = 512;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    const size_t bytes = n * sizeof(float);
    float *x, *w, *normalized, *weighted, *activated;
    if (n == 0)
        return;
    cudaMalloc(&x, bytes);
    cudaMalloc(&w, bytes);
    cudaMalloc(&normalized, bytes);
    cudaMalloc(&weighted, bytes);
    cudaMalloc(&activated, bytes);
    cudaMemcpy(x, greys, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(w, weights, bytes, cudaMemcpyHostToDevice);
    normalize<<<grid, block>>>(x, normalized, n);
    weigh<<<grid, block>>>(normalized, w, weighted, n);
    activate<<<grid, block>>>(weighted, activated, n);
    cudaMemcpy(layer, activated, bytes, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(w);
    cudaFree(normalized);
    cudaFree(weighted);
    cudaFree(activated);
}
