/* A small grid covers any matrix: it strides in both dimensions. */
#include "double_matrix.h"

__global__ void twice(float *a, size_t rows, size_t columns)
{
    for (size_t row = blockIdx.y * blockDim.y + threadIdx.y; row < rows;
         row += gridDim.y * blockDim.y) {
        for (size_t column = blockIdx.x * blockDim.x + threadIdx.x; column < columns;
             column += gridDim.x * blockDim.x)
            a[row * columns + column] *= 2;
    }
}

void double_matrix(float *a, size_t rows, size_t columns)
{
    twice<<<dim3(3, 4), dim3(32, 8)>>>(a, rows, columns);
}
