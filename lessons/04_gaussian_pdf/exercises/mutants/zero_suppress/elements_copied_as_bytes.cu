/* says: elements-for-bytes: n * sizeof(int16_t) */
#include "zero_suppress.h"

__global__ void suppress(int16_t *out, int16_t threshold, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        if (out[i] < threshold && out[i] > -threshold)
            out[i] = 0;
}

void zero_suppress(int16_t *out, const int16_t *in, int16_t threshold, size_t n)
{
    if (n == 0)
        return;
    cudaMemcpy(out, in, n, cudaMemcpyDeviceToDevice); /* here */
    suppress<<<(n + 255) / 256, 256>>>(out, threshold, n);
}
