/* Blocks overlap: the first two and the last two threads only load. */
#include "smooth_curve.h"

__global__ void smooth(float *out, const float *in, const float *weights, long long n)
{
    __shared__ float tile[256];
    const int t = (int)threadIdx.x;
    const long long i = (long long)blockIdx.x * 252 + t - 2;
    tile[t] = in[i < 0 ? 0 : i < n ? i : n - 1];
    __syncthreads();
    if (t < 2 || t >= 254 || i >= n)
        return;
    float sum = 0;
    for (int k = -2; k <= 2; k++)
        sum = fmaf(weights[2 + k], tile[t + k], sum);
    out[i] = sum;
}

void smooth_curve(float *out, const float *in, const float *weights, size_t n)
{
    if (n > 0)
        smooth<<<(unsigned)((n + 251) / 252), 256>>>(out, in, weights, (long long)n);
}
