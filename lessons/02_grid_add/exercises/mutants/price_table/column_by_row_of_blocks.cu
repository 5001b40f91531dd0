/* says: wrong-index: blockIdx.x is used nowhere */
#include "price_table.h"

__global__ void multiply(float *out, const float *amounts, const float *prices, size_t rows,
                         size_t columns)
{
    size_t row = blockIdx.y * blockDim.y + threadIdx.y;
    size_t column = blockIdx.y * blockDim.x + threadIdx.x; /* here */
    if (row < rows && column < columns)
        out[row * columns + column] = amounts[row] * prices[column];
}

void price_table(float *out, const float *amounts, const float *prices, size_t rows, size_t columns)
{
    dim3 block(16, 16);
    dim3 grid((columns + 15) / 16, (rows + 15) / 16);
    if (rows > 0)
        multiply<<<grid, block>>>(out, amounts, prices, rows, columns);
}
