/* One dimension: the column is what is left over of the index. */
#include "add_row.h"

__global__ void add(int64_t *out, const int64_t *a, const int64_t *row, size_t rows, size_t columns)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * columns)
        out[i] = a[i] + row[i % columns];
}

void add_row(int64_t *out, const int64_t *a, const int64_t *row, size_t rows, size_t columns)
{
    size_t n = rows * columns;
    if (n > 0)
        add<<<(unsigned)((n + 255) / 256), 256>>>(out, a, row, rows, columns);
}
