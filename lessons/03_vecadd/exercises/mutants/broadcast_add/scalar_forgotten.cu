/* says: wrong-value: what was added is */
#include "broadcast_add.h"

__global__ void add(int64_t *out, const int64_t *a, int64_t s, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a[i];
}

void broadcast_add(int64_t *out, const int64_t *a, int64_t s, size_t n)
{
    if (n > 0)
        add<<<(unsigned)((n + 255) / 256), 256>>>(out, a, s, n);
}
