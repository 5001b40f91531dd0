/* says: no-bounds-check: elements. Nothing in the kernel asks whether the thread has an element */
#include "pick_strided.h"

__global__ void pick(float *out, const float *in, size_t n, unsigned stride)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[(i * stride) % n]; /* here */
}

void pick_strided(float *out, const float *in, size_t n, unsigned stride)
{
    if (n > 0)
        pick<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n, stride);
}
