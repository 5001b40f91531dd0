/* says: wrong-value: Add first, and cut off the sum */
#include "mix_tracks.h"
__global__ void mix(float *out, const float *a, const float *b, float gain, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + fminf(fmaxf(gain * b[i], -1.0f), 1.0f);
}
void mix_tracks(float *out, const float *a, const float *b, float gain, size_t n)
{
    if (n > 0)
        mix<<<(unsigned)((n + 255) / 256), 256>>>(out, a, b, gain, n);
}
