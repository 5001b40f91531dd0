/* says: warned: `j - HALO` is unsigned, as `j` is */
#include "smooth_curve.h"

enum { HALO = 2, BLOCK = 256 };

__global__ void smooth(float *out, const float *in, const float *weights, long long n)
{
    __shared__ float tile[HALO + BLOCK + HALO];
    size_t first = (size_t)blockIdx.x * BLOCK;
    for (int k = threadIdx.x; k < BLOCK + 2 * HALO; k += BLOCK) {
        size_t j = first + k;
        tile[k] = j - HALO >= 0 ? in[min((long long)(j - HALO), n - 1)] : in[0]; /* here */
    }
    __syncthreads();
    long long i = (long long)blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int k = 0; k < 5; k++)
            sum += weights[k] * tile[threadIdx.x + k];
        out[i] = sum;
    }
}

void smooth_curve(float *out, const float *in, const float *weights, size_t n)
{
    if (n > 0)
        smooth<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(out, in, weights, n);
}
