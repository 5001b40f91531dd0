/* says: too-much-traffic: In constant memory */
#include "weighted_rod.h"

enum { RADIUS = 3, WEIGHTS = 2 * RADIUS + 1 };

__global__ void weigh(float *out, const float *in, const float *weights, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < WEIGHTS; k++) {
        size_t j = i + k - RADIUS;
        if (j < n)
            sum += weights[k] * in[j]; /* here */
    }
    out[i] = sum;
}

void weighted_rod(float *out, const float *in, const float *weights, size_t n)
{
    if (n == 0)
        return;
    float *copy;
    cudaMalloc(&copy, WEIGHTS * sizeof *copy);
    cudaMemcpy(copy, weights, WEIGHTS * sizeof *copy, cudaMemcpyHostToDevice);
    weigh<<<(unsigned)((n + 255) / 256), 256>>>(out, in, copy, n);
    cudaFree(copy);
}
