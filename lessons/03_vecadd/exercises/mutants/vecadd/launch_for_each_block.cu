/* says: too-many-launches: launches, and 2 are enough here. Each launch costs time */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    for (size_t begin = 0; begin < n; begin += 256)
        add<<<1, 256>>>(c + begin, a + begin, b + begin, n - begin); /* here */
}
