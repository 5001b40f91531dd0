/* says: serial-work: it does the work alone */
#include "vecadd.h"
__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i]; /* here */
}
void vecadd(float *c, const float *a, const float *b, size_t n)
{
    if (n > 0)
        add<<<1, 1>>>(c, a, b, n);
}
