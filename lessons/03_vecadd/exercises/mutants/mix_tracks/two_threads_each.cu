/* says: race: line 6 makes `i` 16 for both of them */
#include "mix_tracks.h"

__global__ void mix(float *out, const float *a, const float *b, float gain, size_t n)
{
    size_t i = (blockIdx.x * blockDim.x + threadIdx.x) / 2; /* here */
    if (i >= n)
        return;
    float v = a[i] + gain * b[i];
    if (v > 1)
        v = 1;
    else if (v < -1)
        v = -1;
    out[i] = v;
}

void mix_tracks(float *out, const float *a, const float *b, float gain, size_t n)
{
    if (n > 0)
        mix<<<(n + 255) / 256, 256>>>(out, a, b, gain, n);
}
