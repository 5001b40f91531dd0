/* says: order-lost: but not in their order */
#include "keep_positive.h"

__global__ void keep(int *out, int *counts, const int *in, size_t n)
{
    __shared__ unsigned next;
    const size_t i = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (threadIdx.x == 0)
        next = 0;
    __syncthreads();
    const unsigned t = 255 - threadIdx.x;
    const size_t k = (size_t)blockIdx.x * 256 + t;
    if (k < n && in[k] > 0)
        out[i / 256 * 256 + atomicAdd(&next, 1u)] = in[k];
    __syncthreads();
    if (threadIdx.x == 0)
        counts[blockIdx.x] = (int)next;
}

void keep_positive(int *out, int *counts, const int *in, size_t n)
{
    if (n > 0)
        keep<<<(unsigned)((n + 255) / 256), 256>>>(out, counts, in, n);
}
