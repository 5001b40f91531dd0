/* The steps find where the segment begins, and the sums are differences. */
#include "segmented_sums.h"

__global__ void add_up(int *sums, const int *x, const int *starts, size_t n)
{
    __shared__ int part[256];
    __shared__ unsigned begin[256];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * 256 + t;
    part[t] = i < n ? x[i] : 0;
    begin[t] = i < n && starts[i] != 0 ? t : 0;
    __syncthreads();
    for (unsigned step = 1; step < 256; step *= 2) {
        const int before = t >= step ? part[t - step] : 0;
        const unsigned begin_before = t >= step ? begin[t - step] : 0;
        __syncthreads();
        part[t] += before;
        begin[t] = max(begin[t], begin_before);
        __syncthreads();
    }
    if (i < n)
        sums[i] = part[t] - (begin[t] > 0 ? part[begin[t] - 1] : 0);
}

void segmented_sums(int *sums, const int *x, const int *starts, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(sums, x, starts, n);
}
