/* says: device-pointer: device memory */
/* The host does it, where the data lie. */
#include "vecadd.h"

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}
