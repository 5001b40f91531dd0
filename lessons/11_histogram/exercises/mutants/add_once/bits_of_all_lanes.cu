/* says: wrong-value: Does each count come to its own value */
/* The lanes that have the same value find each other, and the first of them adds. */
#include "add_once.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int value = i < n ? values[i] : -1;
    const unsigned same = __match_any_sync(0xffffffff, value);
    if (i < n && (int)(threadIdx.x % 32) == __ffs(same) - 1)
        atomicAdd(&counts[value], __popc(0xffffffff));
}

void add_once(int *counts, const int *values, size_t n, size_t bins)
{
    (void)bins;
    if (n > 0)
        count<<<(unsigned)((n + 255) / 256), 256>>>(counts, values, n);
}
