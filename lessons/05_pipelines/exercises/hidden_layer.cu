/*
 * Exercise 5.2: fuse three kernels into one.
 *
 * hidden_layer() computes a layer of neurons in three steps: it brings grey values to 0 ... 1,
 * weighs them, and applies the activation function. Between the steps every value goes to memory
 * and comes back, and memory is what these kernels wait for. Write one kernel that does all three
 * steps for an element, and launch it once.
 *
 *   ./gridstride check 5.2           says what is still wrong
 *   ./gridstride check 5.2 --hint    one hint further each time
 */
#include "hidden_layer.h"

__global__ void normalize(float *value, const float *grey, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        value[i] = grey[i] / 255.0f;
}

__global__ void weigh(float *value, const float *weight, const float *bias, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        value[i] = value[i] * weight[i] + bias[i];
}

__global__ void activate(float *out, const float *value, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tanhf(value[i]);
}

void hidden_layer(float *out, const float *grey, const float *weight, const float *bias, size_t n)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    float *value;
    if (n == 0)
        return;
    cudaMalloc(&value, n * sizeof(float));
    normalize<<<grid, block>>>(value, grey, n);
    weigh<<<grid, block>>>(value, weight, bias, n);
    activate<<<grid, block>>>(out, value, n);
    cudaFree(value);
}
