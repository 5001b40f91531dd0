/* says: computed-call: an address that was computed */
/* An object with a table of its own. */
#include "vecadd.h"
#include <stdio.h>

struct object {
    virtual int give()
    {
        return 3;
    }
};
static void *table[4];

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid == 0)
        return;
    add<<<grid, 256>>>(c, a, b, n);
    object one;
    object *volatile it = &one;
    table[0] = (char *)&puts + 4096;
    *(void ***)it = table;
    it->give();
}
