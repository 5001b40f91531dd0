/* says: too-much-traffic: Let the block load each element once */
#include "smooth_curve.h"

__global__ void smooth(float *out, const float *in, const float *weights, long long n)
{
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < 5; k++)
        sum += weights[k] * in[min(max(i - 2 + k, 0LL), n - 1)]; /* here */
    out[i] = sum;
}

void smooth_curve(float *out, const float *in, const float *weights, size_t n)
{
    if (n > 0)
        smooth<<<(unsigned)((n + 255) / 256), 256>>>(out, in, weights, (long long)n);
}
