/* says: no-bounds-check: nothing asks before this access how large `i` is */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    do {
        a[i] *= factor; /* here */
        i += stride;
    } while (i < n);
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
