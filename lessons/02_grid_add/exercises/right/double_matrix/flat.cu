/* For what is done to each element alike, a matrix is an array. */
#include "double_matrix.h"

__global__ void twice(float *a, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = 2.0f * a[i];
}

void double_matrix(float *a, size_t rows, size_t columns)
{
    size_t n = rows * columns;
    if (n > 0)
        twice<<<(unsigned)((n + 255) / 256), 256>>>(a, n);
}
