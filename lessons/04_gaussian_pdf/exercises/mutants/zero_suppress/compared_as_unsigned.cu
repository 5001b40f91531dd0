/* says: wrong-value: one below 0 is very large */
#include "zero_suppress.h"

__global__ void suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if ((unsigned)in[i] >= (unsigned)threshold)
            out[i] = in[i];
        else
            out[i] = 0;
    }
}

void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        suppress<<<grid, 256>>>(out, in, threshold, n);
}
