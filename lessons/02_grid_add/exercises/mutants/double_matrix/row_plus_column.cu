/* says: race: its index is not what it should be */
#include "double_matrix.h"

__global__ void twice(float *a, size_t rows, size_t columns)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    for (size_t column = 0; column < columns; column++)
        a[row + column] *= 2; /* here */
}

void double_matrix(float *a, size_t rows, size_t columns)
{
    if (rows > 0)
        twice<<<(unsigned)((rows + 63) / 64), 64>>>(a, rows, columns);
}
