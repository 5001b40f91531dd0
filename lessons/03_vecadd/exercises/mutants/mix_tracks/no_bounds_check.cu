/* says: no-bounds-check: Your last block has more threads than data */
#include "mix_tracks.h"

__global__ void mix(float *out, const float *a, const float *b, float gain, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = fminf(fmaxf(a[i] + gain * b[i], -1), 1); /* here */
}

void mix_tracks(float *out, const float *a, const float *b, float gain, size_t n)
{
    if (n > 0)
        mix<<<(unsigned)((n + 255) / 256), 256>>>(out, a, b, gain, n);
}
