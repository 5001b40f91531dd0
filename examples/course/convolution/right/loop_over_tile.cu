/* All threads go over the tile until it is full; blocks of 128. */
#include "convolution.h"

#include <cuda_runtime.h>

enum { RADIUS = 4, BLOCK = 128, TILE = BLOCK + 2 * RADIUS };

__global__ void convolve(float *out, const float *in, const float *weights, long long n)
{
    __shared__ float tile[TILE];
    long long first = (long long)blockIdx.x * BLOCK, i = first + threadIdx.x;
    for (int t = threadIdx.x; t < TILE; t += BLOCK) {
        long long from = first + t - RADIUS;
        tile[t] = from >= 0 && from < n ? in[from] : 0;
    }
    __syncthreads();
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k <= 2 * RADIUS; k++)
        sum += weights[k] * tile[threadIdx.x + k];
    out[i] = sum;
}

void convolution(float *out, const float *in, const float *weights, size_t n)
{
    if (n > 0)
        convolve<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(out, in, weights, (long long)n);
}
