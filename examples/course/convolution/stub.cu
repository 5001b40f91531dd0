/*
 * Each thread loads nine elements of `in`, and does so beyond the ends. Put 0 in their place; then
 * let each block load what it needs into shared memory.
 */
#include "convolution.h"

enum { RADIUS = 4, BLOCK = 256 };

__global__ void convolve(float *out, const float *in, const float *weights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += weights[k + RADIUS] * in[i + k];
        out[i] = sum;
    }
}

void convolution(float *out, const float *in, const float *weights, size_t n)
{
    if (n > 0)
        convolve<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(out, in, weights, n);
}
