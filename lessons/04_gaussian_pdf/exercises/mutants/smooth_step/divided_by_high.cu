/* says: wrong-value: Divide it by high - low, so that */
#include "smooth_step.h"

__device__ float curve(float t)
{
    if (t < 0)
        t = 0;
    if (t > 1)
        t = 1;
    return t * t * (3.0f - 2.0f * t);
}
__global__ void blend(float *out, const float *x, float low, float high, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = curve((x[i] - low) / high);
}
void smooth_step(float *out, const float *x, float low, float high, size_t n)
{
    if (n > 0)
        blend<<<(unsigned)((n + 255) / 256), 256>>>(out, x, low, high, n);
}
