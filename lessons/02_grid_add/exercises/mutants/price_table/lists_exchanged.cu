/* says: past-the-end: keeps `column` below `columns`, which is */
#include "price_table.h"

__global__ void multiply(float *out, const float *amounts, const float *prices, size_t rows,
                         size_t columns)
{
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && column < columns)
        out[row * columns + column] = amounts[column] * prices[row]; /* here */
}

void price_table(float *out, const float *amounts, const float *prices, size_t rows, size_t columns)
{
    dim3 block(16, 16);
    dim3 grid((unsigned)((columns + 15) / 16), (unsigned)((rows + 15) / 16));
    if (rows > 0)
        multiply<<<grid, block>>>(out, amounts, prices, rows, columns);
}
