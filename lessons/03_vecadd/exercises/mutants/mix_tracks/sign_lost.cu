/* says: wrong-value: the sign was lost */
#include "mix_tracks.h"

__device__ float clip(float s)
{
    return fabsf(s) > 1.0f ? 1.0f : s;
}

__global__ void mix(float *out, const float *a, const float *b, float gain, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = clip(a[i] + gain * b[i]);
}

void mix_tracks(float *out, const float *a, const float *b, float gain, size_t n)
{
    if (n == 0)
        return;
    mix<<<(unsigned)((n + 255) / 256), 256>>>(out, a, b, gain, n);
}
