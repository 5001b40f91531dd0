/* says: off-by-one: `i < n`, not `i <= n` */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += stride)
        a[i] *= factor; /* here */
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
