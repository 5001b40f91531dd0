/* Two comparisons and no absolute value, in a grid that strides. */
#include "zero_suppress.h"

__global__ void suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        const int16_t sample = in[i];
        const bool is_signal = sample >= threshold || sample <= -threshold;
        out[i] = is_signal ? sample : (int16_t)0;
    }
}

void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    suppress<<<1024, 256>>>(out, in, threshold, n);
}
