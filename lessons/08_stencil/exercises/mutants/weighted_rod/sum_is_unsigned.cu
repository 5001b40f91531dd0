/* says: warned: `i + k - RADIUS` is unsigned, as `i` is */
#include "weighted_rod.h"

enum { RADIUS = 3, WEIGHTS = 2 * RADIUS + 1 };

__constant__ float factors[WEIGHTS];

__global__ void weigh(float *out, const float *in, size_t n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < WEIGHTS; k++) {
        if (i + k - RADIUS >= 0 && (int)(i + k - RADIUS) < (int)n) /* here */
            sum += factors[k] * in[(int)(i + k - RADIUS)];
    }
    out[i] = sum;
}

void weighted_rod(float *out, const float *in, const float *weights, size_t n)
{
    cudaMemcpyToSymbol(factors, weights, sizeof(factors));
    if (n > 0)
        weigh<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n);
}
