/* says: index-overflow: on the samples are wrong, for */
#include "pick_strided.h"

__global__ void pick(float *out, const float *in, size_t n, unsigned stride)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(size_t)(i * stride) % n];
}

void pick_strided(float *out, const float *in, size_t n, unsigned stride)
{
    if (n > 0)
        pick<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n, stride);
}
