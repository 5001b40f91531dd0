/* The marks of the block are scanned in shared memory, by steps. */
#include "keep_positive.h"

__global__ void keep(int *out, int *counts, const int *in, size_t n)
{
    __shared__ int part[256];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * 256 + t;
    const int own = i < n ? in[i] : 0;
    part[t] = own > 0;
    __syncthreads();
    for (unsigned step = 1; step < 256; step *= 2) {
        const int before = t >= step ? part[t - step] : 0;
        __syncthreads();
        part[t] += before;
        __syncthreads();
    }
    if (own > 0)
        out[(size_t)blockIdx.x * 256 + part[t] - 1] = own;
    if (t == 255)
        counts[blockIdx.x] = part[t];
}

void keep_positive(int *out, int *counts, const int *in, size_t n)
{
    if (n > 0)
        keep<<<(unsigned)((n + 255) / 256), 256>>>(out, counts, in, n);
}
