/* says: too-few-threads: largest launch has 32 threads */
/* One warp for all elements. */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    add<<<1, 32>>>(c, a, b, n);
}
