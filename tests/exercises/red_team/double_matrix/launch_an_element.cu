/* says: too-few-threads: largest launch has 1 thread: */
/* A launch for each element. */
#include "double_matrix.h"

__global__ void twice(float *a)
{
    a[0] *= 2;
}

void double_matrix(float *a, size_t rows, size_t columns)
{
    for (size_t i = 0; i < rows * columns; i++)
        twice<<<1, 1>>>(a + i);
}
