/* From the end to the front; which way does not matter. */
#include "scale_array.h"

__global__ void scale(float *a, float factor, size_t n)
{
    long long stride = (long long)gridDim.x * blockDim.x;
    long long i = (long long)n - 1 - (blockIdx.x * blockDim.x + threadIdx.x);
    while (i >= 0) {
        a[i] = factor * a[i];
        i -= stride;
    }
}

void scale_array(float *a, float factor, size_t n)
{
    scale<<<8, 128>>>(a, factor, n);
}
