/* says: bank-conflict: lanes use different words of the same bank */
#include "lane_counts.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    __shared__ int mine[64];
    const unsigned t = threadIdx.x;
    for (unsigned k = t; k < 64; k += blockDim.x)
        mine[k] = 0;
    __syncthreads();
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + t; i < n; i += stride)
        atomicAdd(&mine[values[i]], 1); /* here */
    __syncthreads();
    if (t < 64) {
        atomicAdd(&counts[t], mine[t]);
    }
}

void lane_counts(int *counts, const int *values, size_t n)
{
    const size_t blocks = (n + 1023) / 1024;
    if (blocks > 0)
        count<<<(unsigned)(blocks < 1024 ? blocks : 1024), 256>>>(counts, values, n);
}
