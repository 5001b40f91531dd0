/* says: wrong-value: divided by 255 as whole numbers */
#include "hidden_layer.h"

__global__ void neuron(float *out, const float *grey, const float *weight, const float *bias,
                       size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tanhf((int)grey[i] / 255 * weight[i] + bias[i]);
}

void hidden_layer(float *out, const float *grey, const float *weight, const float *bias, size_t n)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        neuron<<<grid, block>>>(out, grey, weight, bias, n);
}
