/* Full blocks need no test of the index; the last elements have a launch of their own. */
#include "hidden_layer.h"

__global__ void neurons(float *out, const float *grey, const float *weight, const float *bias)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = tanhf(grey[i] / 255.0f * weight[i] + bias[i]);
}

void hidden_layer(float *out, const float *grey, const float *weight, const float *bias, size_t n)
{
    const unsigned block = 256, blocks = (unsigned)(n / block), rest = (unsigned)(n % block);
    const size_t done = n - rest;
    if (blocks > 0)
        neurons<<<blocks, block>>>(out, grey, weight, bias);
    if (rest > 0)
        neurons<<<1, rest>>>(out + done, grey + done, weight + done, bias + done);
}
