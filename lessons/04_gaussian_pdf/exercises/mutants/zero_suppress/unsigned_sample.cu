/* says: wrong-value: As an unsigned number, one below 0 is very large */
#include "zero_suppress.h"

__global__ void suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned v = in[i];
        if (v >= threshold || v <= -threshold)
            out[i] = v;
        else
            out[i] = 0;
    }
}

void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    if (n > 0)
        suppress<<<(n + 255) / 256, 256>>>(out, in, threshold, n);
}
