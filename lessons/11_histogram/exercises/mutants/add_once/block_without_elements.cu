/* says: absent-lanes: counted as if they had a 0 */
#include "add_once.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const int v = i < n ? values[i] : 0;
    const unsigned same = __match_any_sync(0xffffffff, v);
    const int lane = threadIdx.x % 32;
    if (lane == __ffs(same) - 1)
        atomicAdd(&counts[v], __popc(same));
}

void add_once(int *counts, const int *values, size_t n, size_t bins)
{
    (void)bins;
    if (n > 0)
        count<<<(unsigned)((n + 255) / 256), 256>>>(counts, values, n);
}
