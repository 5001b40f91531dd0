/* says: wrong-value: The bias was subtracted */
#include "hidden_layer.h"

__global__ void fused(float *out, const float *grey, const float *weight, const float *bias,
                      size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tanhf(grey[i] / 255.0f * weight[i] - bias[i]);
}

void hidden_layer(float *out, const float *grey, const float *weight, const float *bias, size_t n)
{
    if (n > 0)
        fused<<<(unsigned)((n + 255) / 256), 256>>>(out, grey, weight, bias, n);
}
