/* says: missing-wait: the kernel that writes layer */
#include "create_hidden_layer.h"

__global__ void neurons(float *layer, const float *greys, const float *weights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        layer[i] = tanhf(greys[i] / 255.0f * weights[i]);
}

void create_hidden_layer(float *layer, const float *greys, const float *weights, size_t n)
{
    if (n == 0)
        return;
    neurons<<<(unsigned)((n + 255) / 256), 256>>>(layer, greys, weights, n); /* here */
}
