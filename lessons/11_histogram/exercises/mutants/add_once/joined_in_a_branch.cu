/* says: too-much-traffic: is there one addition for all lanes of a warp */
#include "add_once.h"
__global__ void count(int *counts, const int *values, size_t n)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const int value = values[i]; /* here */
    if (threadIdx.x % 32 < 16) {
        const unsigned same = __match_any_sync(__activemask(), value);
        if ((int)(threadIdx.x % 32) == __ffs(same) - 1)
            atomicAdd(&counts[value], __popc(same));
    } else {
        const unsigned same = __match_any_sync(__activemask(), value);
        if ((int)(threadIdx.x % 32) == __ffs(same) - 1)
            atomicAdd(&counts[value], __popc(same));
    }
}
void add_once(int *counts, const int *values, size_t n, size_t bins)
{
    if (n > 0)
        count<<<(unsigned)((n + 255) / 256), 256>>>(counts, values, n);
}
