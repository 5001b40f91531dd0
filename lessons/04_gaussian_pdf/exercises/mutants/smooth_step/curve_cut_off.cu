/* says: wrong-value: the curve was cut off, and not t */
#include "smooth_step.h"

static __device__ float smooth(float x, float low, float high)
{
    const float t = (x - low) / (high - low);
    return fminf(fmaxf(t * t * (3 - 2 * t), 0), 1);
}

__global__ void blend(float *out, const float *x, float low, float high, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = smooth(x[i], low, high);
}

void smooth_step(float *out, const float *x, float low, float high, size_t n)
{
    if (n > 0)
        blend<<<(unsigned)((n + 255) / 256), 256>>>(out, x, low, high, n);
}
