/* The thread's number fits 32 bits; the product alone does not. */
#include "pick_strided.h"

__global__ void pick(float *out, const float *in, size_t n, unsigned stride)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long step = (unsigned long long)i * stride;
    out[i] = in[step % n];
}

void pick_strided(float *out, const float *in, size_t n, unsigned stride)
{
    if (n > 0)
        pick<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n, stride);
}
