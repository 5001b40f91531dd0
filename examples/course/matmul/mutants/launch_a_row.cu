/* says: too-many-launches: 1 is enough */
#include "matmul.h"

__global__ void multiply_row(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (column < rows) {
        float sum = 0;
        for (size_t k = 0; k < inner; k++)
            sum += a[k] * b[k * rows + column];
        c[column] = sum;
    }
}

void matmul(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned blocks = (unsigned)((rows + 63) / 64);
    for (size_t row = 0; row < rows; row++)
        multiply_row<<<blocks, 64>>>(/* here */
                                     c + row * rows, a + row * inner, b, rows, inner);
}
