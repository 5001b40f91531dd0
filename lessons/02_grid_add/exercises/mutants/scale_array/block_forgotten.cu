/* says: race: an element of its own */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    for (size_t i = threadIdx.x; i < n; i += blockDim.x)
        a[i] *= factor; /* here */
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
