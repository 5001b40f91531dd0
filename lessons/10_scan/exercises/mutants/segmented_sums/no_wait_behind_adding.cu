/* says: missing-barrier: Put __syncthreads() between */
#include "segmented_sums.h"

__global__ void add_up(int *sums, const int *x, const int *starts, size_t n)
{
    __shared__ int part[256], has_start[256];
    const unsigned t = threadIdx.x;
    const size_t i = (size_t)blockIdx.x * 256 + t;
    part[t] = i < n ? x[i] : 0;
    has_start[t] = t == 0 || (i < n && starts[i] != 0);
    __syncthreads();
    for (unsigned step = 1; step < 256; step *= 2) {
        const bool takes = t >= step && has_start[t] == 0;
        const int before = takes ? part[t - step] : 0; /* here */
        const int start_before = takes ? has_start[t - step] : 1;
        __syncthreads();
        if (takes) {
            part[t] += before;
            has_start[t] = start_before;
        }
    }
    if (i < n)
        sums[i] = part[t];
}

void segmented_sums(int *sums, const int *x, const int *starts, size_t n)
{
    if (n > 0)
        add_up<<<(unsigned)((n + 255) / 256), 256>>>(sums, x, starts, n);
}
