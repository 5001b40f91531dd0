/* says: wrong-element: element (r, c) is at r * columns + c */
#include "add_row.h"

__global__ void add(int64_t *out, const int64_t *a, const int64_t *row, size_t rows, size_t columns)
{
    size_t r = blockIdx.x * blockDim.x + threadIdx.x;
    size_t c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < columns)
        out[c * rows + r] = a[c * rows + r] + row[c]; /* here */
}

void add_row(int64_t *out, const int64_t *a, const int64_t *row, size_t rows, size_t columns)
{
    if (rows > 0)
        add<<<dim3((rows + 15) / 16, (columns + 15) / 16), dim3(16, 16)>>>(out, a, row, rows,
                                                                           columns);
}
