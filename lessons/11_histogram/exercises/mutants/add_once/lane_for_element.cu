/* says: wrong-value: Does each count come to its own value */
#include "add_once.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int value = i < n ? values[i] : -1;
    const unsigned same = __match_any_sync(0xffffffff, value);
    const int leader = __ffs(same) - 1;
    if (i < n && (int)(threadIdx.x % 32) == leader)
        atomicAdd(&counts[values[leader]], __popc(same));
}

void add_once(int *counts, const int *values, size_t n, size_t bins)
{
    if (n > 0)
        count<<<(unsigned)((n + 255) / 256), 256>>>(counts, values, n);
}
