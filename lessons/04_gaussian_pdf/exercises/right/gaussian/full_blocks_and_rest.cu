/* Full blocks need no test of the index; the last elements have a launch of their own. */
#include "gaussian.h"

__global__ void density(float *p, const float *x, float mean, float inverse, float peak)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const float z = (x[i] - mean) * inverse;
    p[i] = expf(-0.5f * z * z) * peak;
}

void gaussian(float *p, const float *x, float mean, float sigma, size_t n)
{
    const unsigned block = 256, blocks = (unsigned)(n / block), rest = (unsigned)(n % block);
    const float inverse = 1 / sigma, peak = inverse / sqrtf(2 * 3.14159265f);
    const size_t done = n - rest;
    if (blocks > 0)
        density<<<blocks, block>>>(p, x, mean, inverse, peak);
    if (rest > 0)
        density<<<1, rest>>>(p + done, x + done, mean, inverse, peak);
}
