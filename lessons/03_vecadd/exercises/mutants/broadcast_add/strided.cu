/* says: uncoalesced: Neighbouring threads */
#include "broadcast_add.h"

__global__ void add(int64_t *out, const int64_t *a, int64_t s, size_t n)
{
    size_t i = blockIdx.x + (size_t)gridDim.x * threadIdx.x;
    if (i < n)
        out[i] = a[i] + s; /* here */
}

void broadcast_add(int64_t *out, const int64_t *a, int64_t s, size_t n)
{
    if (n > 0)
        add<<<(unsigned)((n + 255) / 256), 256>>>(out, a, s, n);
}
