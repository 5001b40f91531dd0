/* says: wrong-value: or its number */
#include "zero_suppress.h"

__global__ void suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int sample = in[i];
        out[i] = abs((int)i) < threshold ? 0 : sample;
    }
}

void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        suppress<<<grid, block>>>(out, in, threshold, n);
}
