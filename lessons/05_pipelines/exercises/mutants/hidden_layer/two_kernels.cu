/* says: too-many-launches: 2 kernels */
#include "hidden_layer.h"

__global__ void neuron(float *out, const float *grey, const float *weight, const float *bias,
                       size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = grey[i] / 255.0f * weight[i] + bias[i];
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
    if (n == 0)
        return;
    neuron<<<grid, block>>>(out, grey, weight, bias, n);
    activate<<<grid, block>>>(out, out, n); /* here */
}
