/* says: wrong-value: too large by the same number, 0.1 */
#include "hidden_layer.h"
__global__ void layer(float *out, const float *grey, const float *weight, const float *bias,
                      size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = grey[i] / 255.0f;
        v = v * weight[i] + bias[i];
        out[i] = tanhf(v) + 0.1f;
    }
}
void hidden_layer(float *out, const float *grey, const float *weight, const float *bias, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        layer<<<grid, 256>>>(out, grey, weight, bias, n);
}
