/* says: wrong-value: that is 3 * t * t - 2 * t */
#include "smooth_step.h"

static __device__ float smooth(float x, float low, float high)
{
    const float t = fminf(fmaxf((x - low) / (high - low), 0), 1);
    return t * t * 3 - 2 * t;
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
