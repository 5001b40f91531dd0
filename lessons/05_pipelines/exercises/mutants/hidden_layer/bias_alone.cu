/* says: wrong-value: out[0] is what bias[0] was */
#include "hidden_layer.h"
__global__ void layer(float *out, const float *grey, const float *weight, const float *bias,
                      size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = grey[i] / 255.0f;
        v = v * weight[i] + bias[i];
        out[i] = v > 100 ? v : bias[i];
    }
}
void hidden_layer(float *out, const float *grey, const float *weight, const float *bias, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        layer<<<grid, 256>>>(out, grey, weight, bias, n);
}
