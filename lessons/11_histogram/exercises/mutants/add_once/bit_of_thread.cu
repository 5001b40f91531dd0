/* says: thread-for-lane: a GPU makes 0 */
#include "add_once.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int value = i < n ? values[i] : -1;
    const unsigned same = __match_any_sync(0xffffffff, value);
    const unsigned before = same & ((1u << threadIdx.x) - 1); /* here */
    if (i < n && before == 0)
        atomicAdd(&counts[value], __popc(same));
}

void add_once(int *counts, const int *values, size_t n, size_t bins)
{
    (void)bins;
    if (n > 0)
        count<<<(unsigned)((n + 255) / 256), 256>>>(counts, values, n);
}
