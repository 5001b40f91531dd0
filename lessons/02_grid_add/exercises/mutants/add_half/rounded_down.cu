/* says: rounded-down: drops the remainder */
#include "add_half.h"

__global__ void add(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] += 0.5f;
}

void add_half(float *a, size_t n)
{
    if (n > 0)
        add<<<(unsigned)(n / 256), 256>>>(a, n); /* here */
}
