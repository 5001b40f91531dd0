/* The device cuts off at 0 and 1 by itself; and one division, on the host. */
#include "smooth_step.h"

__global__ void blend(float *out, const float *x, float low, float scale, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float t = __saturatef((x[i] - low) * scale);
    out[i] = t * t * fmaf(-2.0f, t, 3.0f);
}

void smooth_step(float *out, const float *x, float low, float high, size_t n)
{
    if (n > 0)
        blend<<<(unsigned)((n + 511) / 512), 512>>>(out, x, low, 1 / (high - low), n);
}
