/* Threads of the last block that have no element load the weights too. */
#include "smooth_curve.h"

__global__ void smooth(float *out, const float *in, const float *weights, long long n)
{
    __shared__ float tile[2 + 256 + 2];
    const long long first = (long long)blockIdx.x * 256;
    float own[5];
    for (int k = 0; k < 5; k++)
        own[k] = weights[k];
    for (int t = (int)threadIdx.x; t < 260; t += 256)
        tile[t] = in[min(max(first - 2 + t, 0LL), n - 1)];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 5; k++)
        sum += own[k] * tile[threadIdx.x + k];
    if (first + threadIdx.x < n)
        out[first + threadIdx.x] = sum;
}

void smooth_curve(float *out, const float *in, const float *weights, size_t n)
{
    if (n > 0)
        smooth<<<(unsigned)((n + 255) / 256), 256>>>(out, in, weights, (long long)n);
}
