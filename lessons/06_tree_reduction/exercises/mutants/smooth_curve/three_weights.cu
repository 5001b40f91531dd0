/* says: wrong-value: weights[0] and weights[4] take no part */
#include "smooth_curve.h"

enum { HALO = 2, BLOCK = 256 };

__global__ void smooth(float *out, const float *in, const float *weights, long long n)
{
    __shared__ float tile[HALO + BLOCK + HALO];
    const int t = threadIdx.x;
    const long long first = (long long)blockIdx.x * BLOCK;
    for (int k = t; k < HALO + BLOCK + HALO; k += BLOCK) {
        long long p = first + k - HALO;
        if (p < 0)
            p = 0;
        if (p > n - 1)
            p = n - 1;
        tile[k] = in[p];
    }
    __syncthreads();
    if (first + t < n) {
        float sum = 0;
        for (int k = -1; k <= 1; k++)
            sum += weights[k + 2] * tile[t + 2 + k];
        out[first + t] = sum;
    }
}

void smooth_curve(float *out, const float *in, const float *weights, size_t n)
{
    if (n > 0)
        smooth<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(out, in, weights, (long long)n);
}
