/* says: wrong-index: go on by so many */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x) /* here */
        a[i] *= factor;
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
