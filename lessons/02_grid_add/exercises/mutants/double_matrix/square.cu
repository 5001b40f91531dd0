/* says: past-the-end: is that the number of elements of a */
#include "double_matrix.h"

__global__ void twice(float *a, size_t rows, size_t columns)
{
    size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (k < rows * rows)
        a[k] *= 2; /* here */
}

void double_matrix(float *a, size_t rows, size_t columns)
{
    size_t all = rows * columns;
    if (all > 0)
        twice<<<(unsigned)((all + 255) / 256), 256>>>(a, rows, columns);
}
