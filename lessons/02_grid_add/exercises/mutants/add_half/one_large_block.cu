/* says: too-many-threads: A block holds at most 1024 threads */
#include "add_half.h"

__global__ void add(float *a, size_t n)
{
    size_t i = threadIdx.x;
    if (i < n)
        a[i] += 0.5f;
}

void add_half(float *a, size_t n)
{
    if (n > 0)
        add<<<1, (unsigned)n>>>(a, n); /* here */
}
