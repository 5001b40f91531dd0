/* says: wrong-value: out[0] has what is right for out[1] */
#include "hidden_layer.h"
__global__ void layer(float *out, const float *grey, const float *weight, const float *bias,
                      size_t n)
{
    const size_t own = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t i = own + 1 < n ? own + 1 : own;
    if (own < n) {
        float v = grey[i] / 255.0f;
        v = v * weight[i] + bias[i];
        out[own] = tanhf(v);
    }
}
void hidden_layer(float *out, const float *grey, const float *weight, const float *bias, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        layer<<<grid, 256>>>(out, grey, weight, bias, n);
}
