/* says: second-call: The first call was right, the second one in the same program was not */
#include "vecadd.h"

__global__ void add(float *c, const float *a, const float *b, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vecadd(float *c, const float *a, const float *b, size_t n)
{
    static bool done = false;
    if (n > 0 && !done)
        add<<<(unsigned)((n + 255) / 256), 256>>>(c, a, b, n);
    done = true;
}
