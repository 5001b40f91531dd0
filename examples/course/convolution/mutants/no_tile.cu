/* says: too-much-traffic: loaded once for a block */
#include "convolution.h"

enum { RADIUS = 4, BLOCK = 256 };

__global__ void convolve(float *out, const float *in, const float *weights, long long n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int k = -RADIUS; k <= RADIUS; k++) {
            if (i + k >= 0 && i + k < n)
                sum += weights[k + RADIUS] * in[i + k]; /* here */
        }
        out[i] = sum;
    }
}

void convolution(float *out, const float *in, const float *weights, size_t n)
{
    if (n > 0)
        convolve<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(out, in, weights, (long long)n);
}
