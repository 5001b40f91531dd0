/* Each thread has four elements, a warp apart; the address of the constants is asked for. */
#include "weighted_rod.h"

__constant__ float factor[7];

__global__ void weigh(float *out, const float *in, size_t n)
{
    size_t first = (size_t)blockIdx.x * 4 * blockDim.x + threadIdx.x;
    for (size_t i = first; i < n && i < first + 4 * blockDim.x; i += blockDim.x) {
        float sum = factor[3] * in[i];
        for (size_t k = 1; k <= 3; k++) {
            sum += i >= k ? factor[3 - k] * in[i - k] : 0;
            sum += i + k < n ? factor[3 + k] * in[i + k] : 0;
        }
        out[i] = sum;
    }
}

void weighted_rod(float *out, const float *in, const float *weights, size_t n)
{
    void *address;
    if (n == 0)
        return;
    cudaGetSymbolAddress(&address, factor);
    cudaMemcpy(address, weights, sizeof factor, cudaMemcpyHostToDevice);
    weigh<<<(unsigned)((n + 511) / 512), 128>>>(out, in, n);
}
