/* A thread has a column, keeps its element of the row, and goes down the rows. */
#include "add_row.h"

__global__ void add(int64_t *out, const int64_t *a, const int64_t *row, size_t rows, size_t columns)
{
    size_t c = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    int64_t s = row[c];
    for (size_t r = blockIdx.y; r < rows; r += gridDim.y)
        out[r * columns + c] = a[r * columns + c] + s;
}

void add_row(int64_t *out, const int64_t *a, const int64_t *row, size_t rows, size_t columns)
{
    dim3 grid((unsigned)((columns + 127) / 128), rows < 64 ? (unsigned)rows : 64);
    if (rows > 0)
        add<<<grid, 128>>>(out, a, row, rows, columns);
}
