/* says: wrong-value: All that are wrong hold the same number */
#include "weighted_rod.h"
enum { RADIUS = 3, WEIGHTS = 2 * RADIUS + 1 };
__constant__ float w[WEIGHTS];
__global__ void weigh(float *out, const float *in, size_t n)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (long long)n)
        return;
    float sum = 0;
    for (int k = 0; k < WEIGHTS; k++) {
        long long j = i + k - RADIUS;
        if (j < 0 || j >= (long long)n)
            break;
        sum += w[k] * in[j];
    }
    out[i] = sum;
}
void weighted_rod(float *out, const float *in, const float *weights, size_t n)
{
    cudaMemcpyToSymbol(w, weights, sizeof(w));
    if (n > 0)
        weigh<<<(unsigned)((n + 255) / 256), 256>>>(out, in, n);
}
