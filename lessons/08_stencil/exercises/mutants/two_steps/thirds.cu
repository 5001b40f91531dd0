/* says: wrong-factor: a third each. */
#include "two_steps.h"

enum { BLOCK = 256, HALO = 2 };

__global__ void steps(float *out, const float *in, size_t n)
{
    __shared__ float before[BLOCK + 2 * HALO]; /* the first step */
    __shared__ float between[BLOCK + 2];       /* and after it */
    size_t first = (size_t)blockIdx.x * BLOCK;
    for (unsigned t = threadIdx.x; t < BLOCK + 2 * HALO; t += BLOCK) {
        size_t i = first + t - HALO; /* before in[0] it wraps around, and is no index */
        before[t] = i < n ? in[i] : 0;
    }
    __syncthreads();
    for (unsigned t = threadIdx.x; t < BLOCK + 2; t += BLOCK) {
        size_t i = first + t - 1;
        between[t] = i < n ? (before[t] + before[t + 1] + before[t + 2]) / 3 : 0;
    }
    __syncthreads();
    unsigned t = threadIdx.x;
    if (first + t < n)
        out[first + t] = (between[t] + between[t + 1] + between[t + 2]) / 3;
}

void two_steps(float *out, const float *in, size_t n)
{
    if (n > 0)
        steps<<<(unsigned)((n + BLOCK - 1) / BLOCK), BLOCK>>>(out, in, n);
}
