/* says: computed-call: an address that was computed */
/* A pointer to a member that holds something else. */
#include "vecadd.h"
#include <stdio.h>
#include <string.h>

struct object {
    int give()
    {
        return 3;
    }
};

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
    int (object::*member)() = &object::give;
    char *address = (char *)&puts + 4096;
    memcpy(&member, &address, sizeof address);
    (one.*member)();
}
