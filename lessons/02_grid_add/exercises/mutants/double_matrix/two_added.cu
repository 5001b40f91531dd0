/* says: wrong-value: 2 was added to it */
#include "double_matrix.h"

__global__ void twice(float *a, size_t rows, size_t columns)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns)
        a[row * columns + column] += 2;
}

void double_matrix(float *a, size_t rows, size_t columns)
{
    dim3 block(16, 16);
    dim3 grid((unsigned)((columns + 15) / 16), (unsigned)((rows + 15) / 16));
    if (rows > 0)
        twice<<<grid, block>>>(a, rows, columns);
}
