/* says: computed-call: an address that was computed */
/* The middle of a function, where a constant may be an instruction. */
#include "vecadd.h"

__global__ void look_busy(volatile float *c, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = c[i];
}

static unsigned long hidden(void)
{
    return 0xc3050f583b6a9090;
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        look_busy<<<grid, 256>>>(c, n);
    volatile size_t distance = 2;
    unsigned long (*volatile function)(void) = hidden;
    ((unsigned long (*)(void))((char *)function + distance))();
}
