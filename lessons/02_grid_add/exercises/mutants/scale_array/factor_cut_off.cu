/* says: cut-off: `factor` is a float, and `scale` takes it as `int factor` */
#include "scale_array.h"

__global__ void scale(float *a, int factor, size_t n)
{
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        a[i] *= factor;
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n); /* here */
}
