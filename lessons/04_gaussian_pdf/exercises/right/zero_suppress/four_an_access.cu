/* Four samples, 8 bytes, an access; the first threads take what is left over. */
#include "zero_suppress.h"

static __device__ short kept(short sample, int threshold)
{
    return sample * sample < threshold * threshold ? 0 : sample;
}

__global__ void suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, fours = n / 4;
    if (i < fours) {
        short4 v = ((const short4 *)in)[i];
        v.x = kept(v.x, threshold);
        v.y = kept(v.y, threshold);
        v.z = kept(v.z, threshold);
        v.w = kept(v.w, threshold);
        ((short4 *)out)[i] = v;
    }
    if (i < n % 4)
        out[fours * 4 + i] = kept(in[fours * 4 + i], threshold);
}

void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    const size_t threads = n / 4 + 4;
    suppress<<<(unsigned)((threads + 127) / 128), 128>>>(out, in, threshold, n);
}
