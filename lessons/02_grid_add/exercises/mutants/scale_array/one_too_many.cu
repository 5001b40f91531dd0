/* says: off-by-one: `i <= n` treats the number just past the last one like those before */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i <= n; i += stride) /* here */
        a[i] *= factor;
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
