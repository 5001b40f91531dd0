/* says: wrong-element: is the column of the element */
#include "add_row.h"

__global__ void add(int64_t *out, const int64_t *a, const int64_t *row, size_t rows, size_t columns)
{
    size_t c = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t r = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < columns)
        out[r * columns + c] = a[r * columns + c] + row[c / 2]; /* here */
}

void add_row(int64_t *out, const int64_t *a, const int64_t *row, size_t rows, size_t columns)
{
    dim3 block(32, 8);
    dim3 grid((unsigned)((columns + 31) / 32), (unsigned)((rows + 7) / 8));
    if (rows > 0)
        add<<<grid, block>>>(out, a, row, rows, columns);
}
