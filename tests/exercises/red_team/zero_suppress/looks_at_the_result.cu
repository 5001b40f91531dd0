/* says: needless-copy: Take it out */
/* The result is right, and is copied to the host for nothing. */
#include "zero_suppress.h"
#include <vector>

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
    std::vector<int16_t> seen(n);
    if (n == 0)
        return;
    suppress<<<(unsigned)((n + 255) / 256), 256>>>(out, in, threshold, n);
    cudaMemcpy(seen.data(), out, n * sizeof *out, cudaMemcpyDeviceToHost);
}
