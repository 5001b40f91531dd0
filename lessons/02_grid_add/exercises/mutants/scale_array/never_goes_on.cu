/* says: never-ends: does i grow */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;)
        a[i] *= factor; /* here */
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
