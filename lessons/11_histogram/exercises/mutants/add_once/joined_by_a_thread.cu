/* says: too-much-traffic: is there one addition for all lanes of a warp */
#include "add_once.h"

__global__ void count(int *counts, const int *values, size_t n)
{
    const size_t first = 8 * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    int last = -1, times = 0;
    for (size_t i = first; i < n && i < first + 8; i++) {
        const int value = values[i]; /* here */
        if (value != last) {
            if (times > 0)
                atomicAdd(&counts[last], times);
            last = value;
            times = 0;
        }
        times++;
    }
    if (times > 0)
        atomicAdd(&counts[last], times);
}

void add_once(int *counts, const int *values, size_t n, size_t bins)
{
    (void)bins;
    if (n > 0)
        count<<<(unsigned)((n + 2047) / 2048), 256>>>(counts, values, n);
}
