/*
 * Exercise 2.4: widen before you multiply.
 *
 * `in` is a ring of n samples. Walk around it in steps of `stride`, which is large, and write down
 * the sample at each step. For small n it works. At n = 65547 and steps of 1000003 most samples are
 * wrong, although none comes from outside of the ring: find out why.
 *
 *   ./gridstride check 2.4           says what is still wrong
 *   ./gridstride check 2.4 --hint    one hint further each time
 */
#include "pick_strided.h"

__global__ void pick(float *out, const float *in, size_t n, unsigned stride)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[(i * stride) % n];
}

void pick_strided(float *out, const float *in, size_t n, unsigned stride)
{
    if (n > 0)
        pick<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n, stride);
}
