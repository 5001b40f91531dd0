/* A block for each row: its threads go along the row, and the amount is read once. */
#include "price_table.h"

__global__ void row_of(float *out, const float *amounts, const float *prices, size_t columns)
{
    const float amount = amounts[blockIdx.x];
    float *row = out + blockIdx.x * columns;
    for (size_t column = threadIdx.x; column < columns; column += blockDim.x)
        row[column] = amount * prices[column];
}

void price_table(float *out, const float *amounts, const float *prices, size_t rows, size_t columns)
{
    if (rows > 0)
        row_of<<<(unsigned)rows, 64>>>(out, amounts, prices, columns);
}
