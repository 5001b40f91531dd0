/* says: never-written: No element of a was changed. A number of elements or rounds for each of */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    size_t threads = (size_t)gridDim.x * blockDim.x;
    for (size_t round = 0; round < n / threads; round++)
        a[round * threads + blockIdx.x * blockDim.x + threadIdx.x] *= factor;
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
