/* says: wrong-index: go on by so many */
#include "double_matrix.h"

__global__ void twice(float *a, size_t rows, size_t columns)
{
    for (size_t row = blockIdx.y * blockDim.y + threadIdx.y; row < rows;
         row += blockDim.y) { /* here */
        float *line = a + row * columns;
        for (size_t c = blockIdx.x * blockDim.x + threadIdx.x; c < columns;
             c += gridDim.x * blockDim.x)
            line[c] += line[c];
    }
}

void double_matrix(float *a, size_t rows, size_t columns)
{
    twice<<<dim3(8, 8), dim3(16, 16)>>>(a, rows, columns);
}
