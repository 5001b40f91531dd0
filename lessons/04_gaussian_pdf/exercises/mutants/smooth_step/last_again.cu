/* says: no-bounds-check: become that of the last one */
#include "smooth_step.h"

__device__ float smooth(float x, float low, float high)
{
    float t = (x - low) / (high - low);
    if (t < 0.0f)
        t = 0.0f;
    if (t > 1.0f)
        t = 1.0f;
    return t * t * (3 - 2 * t);
}

__global__ void blend(float *out, const float *x, float low, float high, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        i = n - 1;
    out[i] = smooth(x[i], low, high); /* here */
}

void smooth_step(float *out, const float *x, float low, float high, size_t n)
{
    if (n == 0)
        return;
    blend<<<(unsigned)((n + 255) / 256), 256>>>(out, x, low, high, n);
}
