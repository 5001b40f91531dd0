/* says: wrong-index: taken from too far behind */
#include "smooth_curve.h"

enum { HALO = 2, BLOCK = 256 };

__global__ void smooth(float *out, const float *in, const float *weights, long long n)
{
    __shared__ float tile[HALO + BLOCK + HALO];
    const long long first = (long long)blockIdx.x * BLOCK, i = first + threadIdx.x;
    for (int t = (int)threadIdx.x; t < HALO + BLOCK + HALO; t += BLOCK)
        tile[t] = in[min(max(first + t, 0LL), n - 1)];
    __syncthreads();
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < 2 * HALO + 1; k++)
        sum += weights[k] * tile[threadIdx.x + k];
    out[i] = sum;
}

void smooth_curve(float *out, const float *in, const float *weights, size_t n)
{
    if (n > 0)
        smooth<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(out, in, weights, (long long)n);
}
