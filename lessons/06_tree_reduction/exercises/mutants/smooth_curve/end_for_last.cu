/* says: off-by-one: may become the one just past the last */
#include "smooth_curve.h"

enum { HALO = 2, BLOCK = 256 };

__device__ long long clamp_index(long long j, long long n)
{
    if (j < 0)
        return 0;
    if (j > n) /* here */
        return n;
    return j;
}

__global__ void smooth(float *out, const float *in, const float *weights, long long n)
{
    __shared__ float tile[HALO + BLOCK + HALO];
    const long long first = (long long)blockIdx.x * BLOCK;
    for (int k = threadIdx.x; k < BLOCK + 2 * HALO; k += BLOCK) {
        const long long j = first + k - HALO;
        if (j < n + HALO)
            tile[k] = in[clamp_index(j, n)];
    }
    __syncthreads();
    const long long i = first + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int w = 0; w < 5; w++)
            sum += weights[w] * tile[threadIdx.x + w];
        out[i] = sum;
    }
}

void smooth_curve(float *out, const float *in, const float *weights, size_t n)
{
    if (n > 0)
        smooth<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(out, in, weights, (long long)n);
}
