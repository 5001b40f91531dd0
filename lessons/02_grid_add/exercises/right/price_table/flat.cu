/* One dimension: the number of the element gives its row and its column. */
#include "price_table.h"

__global__ void multiply(float *out, const float *amounts, const float *prices, size_t count,
                         size_t columns)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        out[i] = amounts[i / columns] * prices[i % columns];
}

void price_table(float *out, const float *amounts, const float *prices, size_t rows, size_t columns)
{
    size_t count = rows * columns;
    if (count > 0)
        multiply<<<(unsigned)((count + 255) / 256), 256>>>(out, amounts, prices, count, columns);
}
