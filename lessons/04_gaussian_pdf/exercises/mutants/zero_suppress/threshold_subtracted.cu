/* says: threshold-subtracted: was taken off the sample */
#include "zero_suppress.h"

__global__ void suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        if (in[i] >= threshold || in[i] <= -threshold)
            out[i] = in[i] > 0 ? in[i] - threshold : in[i] + threshold;
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
