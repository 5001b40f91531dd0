/* Four neurons an access, and those that are left over one by one. */
#include "hidden_layer.h"

static __device__ float neuron(float grey, float weight, float bias)
{
    return tanhf(grey / 255.0f * weight + bias);
}

__global__ void layer(float *out, const float *grey, const float *weight, const float *bias,
                      size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t quads = n / 4, rest = 4 * quads + i;
    if (i < quads) {
        float4 x = ((const float4 *)grey)[i];
        float4 w = ((const float4 *)weight)[i];
        float4 b = ((const float4 *)bias)[i];
        ((float4 *)out)[i] = make_float4(neuron(x.x, w.x, b.x), neuron(x.y, w.y, b.y),
                                         neuron(x.z, w.z, b.z), neuron(x.w, w.w, b.w));
    }
    if (rest < n)
        out[rest] = neuron(grey[rest], weight[rest], bias[rest]);
}

void hidden_layer(float *out, const float *grey, const float *weight, const float *bias, size_t n)
{
    if (n > 0)
        layer<<<(unsigned)(n / 4 / 128 + 1), 128>>>(out, grey, weight, bias, n);
}
