/* says: off-by-one: leaves out the last one */
#include "add_row.h"

__global__ void add(int64_t *out, const int64_t *a, const int64_t *row, size_t columns)
{
    size_t c = blockIdx.x * blockDim.x + threadIdx.x;
    size_t r = blockIdx.y;
    if (c < columns - 1) /* here */
        out[r * columns + c] = a[r * columns + c] + row[c];
}

void add_row(int64_t *out, const int64_t *a, const int64_t *row, size_t rows, size_t columns)
{
    dim3 grid((columns + 127) / 128, rows);
    if (rows > 0)
        add<<<grid, 128>>>(out, a, row, columns);
}
