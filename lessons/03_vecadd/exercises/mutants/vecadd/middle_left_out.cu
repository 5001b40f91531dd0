/* says: never-written: Line 9 stores to c. Which thread is to come there */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    const size_t step = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) {
        if (i < n / 2 || i > n / 2 + 8)
            c[i] = a[i] + b[i];
    }
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    if (n > 0)
        add<<<1, 16>>>(c, a, b, n);
}
