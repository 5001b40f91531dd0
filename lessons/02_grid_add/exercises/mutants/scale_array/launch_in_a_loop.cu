/* says: too-many-launches: one launch */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] *= factor;
}

void scale_array(float *a, float factor, size_t n)
{
    for (size_t first = 0; first < n; first += 1024)
        scale<<<8, 128>>>(a + first, factor, n - first); /* here */
}
