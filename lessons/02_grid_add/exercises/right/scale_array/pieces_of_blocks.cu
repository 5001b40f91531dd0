/* Each block has a piece of the array, and its threads go through it side by side. */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    size_t piece = (n + gridDim.x - 1) / gridDim.x;
    size_t first = blockIdx.x * piece, end = first + piece < n ? first + piece : n;
    for (size_t i = first + threadIdx.x; i < end; i += blockDim.x)
        a[i] *= factor;
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
