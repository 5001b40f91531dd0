/* says: rounded-product: a float has 24 bits */
#include "pick_strided.h"

__global__ void pick(float *out, const float *in, size_t n, unsigned stride)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float at = (float)i * (float)stride;
        out[i] = in[(size_t)at % n];
    }
}

void pick_strided(float *out, const float *in, size_t n, unsigned stride)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        pick<<<grid, 256>>>(out, in, n, stride);
}
