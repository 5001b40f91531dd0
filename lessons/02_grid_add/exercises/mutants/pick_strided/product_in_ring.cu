/* says: index-overflow: stride % n is less than stride */
#include "pick_strided.h"

__global__ void pick(float *out, const float *in, size_t n, unsigned stride)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(i * (unsigned)(stride % n)) % (unsigned)n];
}

void pick_strided(float *out, const float *in, size_t n, unsigned stride)
{
    if (n > 0)
        pick<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n, stride);
}
