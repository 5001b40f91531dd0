/* says: out-of-bounds: the remainder by n of all that the index is made of */
#include "pick_strided.h"

__global__ void pick(float *out, const float *in, size_t n, unsigned stride)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i % n + stride]; /* here */
}

void pick_strided(float *out, const float *in, size_t n, unsigned stride)
{
    if (n > 0)
        pick<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n, stride);
}
