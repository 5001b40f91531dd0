/* says: uncoalesced: Neighbouring threads */
#include "hidden_layer.h"

__global__ void neuron(float *out, const float *grey, const float *weight, const float *bias,
                       size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t per_block = (n + gridDim.x - 1) / gridDim.x;
    const size_t per_thread = (per_block + blockDim.x - 1) / blockDim.x;
    for (size_t k = 0; k < per_thread; k++) {
        size_t at = i * per_thread + k;
        if (at < n)
            out[at] = tanhf(grey[at] / 255.0f * weight[at] + bias[at]); /* here */
    }
}

void hidden_layer(float *out, const float *grey, const float *weight, const float *bias, size_t n)
{
    const unsigned block = 256;
    const unsigned grid = (unsigned)((n + 4 * block - 1) / (4 * block));
    if (grid > 0)
        neuron<<<grid, block>>>(out, grey, weight, bias, n);
}
