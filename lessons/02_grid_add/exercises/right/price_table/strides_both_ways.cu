/* A small grid that strides over rows and columns. */
#include "price_table.h"

__global__ void multiply(float *out, const float *amounts, const float *prices, size_t rows,
                         size_t columns)
{
    for (size_t row = blockIdx.y * blockDim.y + threadIdx.y; row < rows;
         row += gridDim.y * blockDim.y)
        for (size_t column = blockIdx.x * blockDim.x + threadIdx.x; column < columns;
             column += gridDim.x * blockDim.x)
            out[row * columns + column] = amounts[row] * prices[column];
}

void price_table(float *out, const float *amounts, const float *prices, size_t rows, size_t columns)
{
    multiply<<<dim3(4, 16), dim3(32, 8)>>>(out, amounts, prices, rows, columns);
}
