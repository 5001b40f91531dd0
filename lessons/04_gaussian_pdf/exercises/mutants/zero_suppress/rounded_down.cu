/* says: rounded-down: drops the remainder */
#include "zero_suppress.h"

__global__ void suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int sample = in[i];
        out[i] = abs(sample) < threshold ? 0 : sample;
    }
}

void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    const unsigned block = 256;
    if (n / block > 0)
        suppress<<<(unsigned)(n / block), block>>>(out, in, threshold, n); /* here */
}
