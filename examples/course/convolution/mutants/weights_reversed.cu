/* says: known-mistake: from the other end */
#include "convolution.h"

#include <cuda_runtime.h>

enum { RADIUS = 4, BLOCK = 256 };

__global__ void convolve(float *out, const float *in, const float *weights, size_t n)
{
    __shared__ float tile[BLOCK + 2 * RADIUS];
    size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x;
    int t = threadIdx.x + RADIUS;
    tile[t] = i < n ? in[i] : 0;
    if (threadIdx.x < RADIUS) {
        tile[t - RADIUS] = i >= RADIUS && i - RADIUS < n ? in[i - RADIUS] : 0;
        tile[t + BLOCK] = i + BLOCK < n ? in[i + BLOCK] : 0;
    }
    __syncthreads();
    if (i < n) {
        float sum = 0;
        for (int k = -RADIUS; k <= RADIUS; k++)
            sum += weights[RADIUS - k] * tile[t + k];
        out[i] = sum;
    }
}

void convolution(float *out, const float *in, const float *weights, size_t n)
{
    if (n > 0)
        convolve<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(out, in, weights, n);
}
