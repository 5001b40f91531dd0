/* says: same-work: The kernel did not come to its end in time */
/* The device never ends. */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    for (volatile int i = 0;; i++) {
    }
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    unsigned grid = (unsigned)((n + 255) / 256);
    if (grid > 0)
        add<<<grid, 256>>>(c, a, b, n);
}
