/* says: never-written: is it of the number of all elements */
#include "double_matrix.h"

__global__ void twice(float *a, size_t rows, size_t columns)
{
    size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (k < columns)
        a[k] *= 2;
}

void double_matrix(float *a, size_t rows, size_t columns)
{
    size_t all = rows * columns;
    if (all > 0)
        twice<<<(unsigned)((all + 255) / 256), 256>>>(a, rows, columns);
}
