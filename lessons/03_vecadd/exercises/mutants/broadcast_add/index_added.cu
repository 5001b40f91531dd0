/* says: wrong-value: is right; 30 of 31 */
#include "broadcast_add.h"

__global__ void add(int64_t *out, const int64_t *a, int64_t s, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i] + s + i;
}

void broadcast_add(int64_t *out, const int64_t *a, int64_t s, size_t n)
{
    const unsigned block = 256;
    unsigned grid = (unsigned)((n + block - 1) / block);
    if (grid > 0)
        add<<<grid, block>>>(out, a, s, n);
}
