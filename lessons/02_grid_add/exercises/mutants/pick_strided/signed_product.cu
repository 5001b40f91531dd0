/* says: index-overflow: of it, which is no place in the ring */
#include "pick_strided.h"

__global__ void pick(float *out, const float *in, int n, int stride)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(i * stride) % n]; /* here */
}

void pick_strided(float *out, const float *in, size_t n, unsigned stride)
{
    if (n > 0)
        pick<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n, stride);
}
