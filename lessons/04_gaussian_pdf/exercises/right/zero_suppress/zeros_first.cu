/* All zeros first; then only the signal is written. */
#include "zero_suppress.h"

__global__ void suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int sample = in[i];
        if (sample < 0 ? -sample >= threshold : sample >= threshold)
            out[i] = in[i];
    }
}

void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    if (n == 0)
        return;
    cudaMemset(out, 0, n * sizeof *out);
    suppress<<<(unsigned)((n + 255) / 256), 256>>>(out, in, threshold, n);
}
