/* Steps in shared memory, two arrays in turns; the result is one place further on. */
#include "exclusive_sums.h"

__global__ void add_up(int *sums, const int *x, size_t n)
{
    __shared__ int part[2][256];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * 256 + t;
    unsigned from = 0;
    part[from][t] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned step = 1; step < 256; step *= 2) {
        part[1 - from][t] = part[from][t] + (t >= step ? part[from][t - step] : 0);
        from = 1 - from;
        __syncthreads();
    }
    if (i < n)
        sums[i] = t > 0 ? part[from][t - 1] : 0;
}

void exclusive_sums(int *sums, const int *x, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(sums, x, n);
}
