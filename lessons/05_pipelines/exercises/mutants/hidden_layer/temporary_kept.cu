/* says: too-much-traffic: `value` */
#include "hidden_layer.h"

__global__ void neuron(float *out, float *value, const float *grey, const float *weight,
                       const float *bias, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    value[i] = grey[i] / 255.0f * weight[i] + bias[i]; /* here */
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
    neuron<<<grid, block>>>(out, value, grey, weight, bias, n);
    cudaFree(value);
}
