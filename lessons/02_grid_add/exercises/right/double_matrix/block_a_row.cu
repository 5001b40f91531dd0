/* Each row has a block, whose threads go along it. */
#include "double_matrix.h"

__global__ void twice(float *a, size_t columns)
{
    float *row = a + blockIdx.x * columns;
    for (size_t column = threadIdx.x; column < columns; column += blockDim.x)
        row[column] += row[column];
}

void double_matrix(float *a, size_t rows, size_t columns)
{
    if (rows == 0)
        return;
    twice<<<(unsigned)rows, 64>>>(a, columns);
}
