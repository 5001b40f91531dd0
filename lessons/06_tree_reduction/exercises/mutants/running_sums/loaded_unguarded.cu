/* says: no-bounds-check: Which values may `i` have here */
#include "running_sums.h"

__global__ void add_up(int *sums, const int *x, size_t n)
{
    __shared__ int part[256];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * 256 + t;
    part[t] = x[i]; /* here */
    __syncthreads();
    for (unsigned step = 1; step < 256; step *= 2) {
        const int before = t >= step ? part[t - step] : 0;
        __syncthreads();
        part[t] += before;
        __syncthreads();
    }
    if (i < n)
        sums[i] = part[t];
}

void running_sums(int *sums, const int *x, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(sums, x, n);
}
