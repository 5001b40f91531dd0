/* says: too-much-traffic: is there one addition for all lanes of a warp */
#include "add_once.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned lane = threadIdx.x % 32;
    const int value = i < n ? values[i] : -1; /* here */
    const int first = __shfl_sync(0xffffffff, value, 0);
    const unsigned same = __ballot_sync(0xffffffff, value == first);
    if (i < n && value != first)
        atomicAdd(&counts[value], 1);
    else if (i < n && lane == 0)
        atomicAdd(&counts[value], __popc(same));
}

void add_once(int *counts, const int *values, size_t n, size_t bins)
{
    (void)bins;
    if (n > 0)
        count<<<(unsigned)((n + 255) / 256), 256>>>(counts, values, n);
}
