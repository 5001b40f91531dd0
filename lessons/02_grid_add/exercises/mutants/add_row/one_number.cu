/* says: out-of-bounds: Line 7 keeps `k` below `n` */
#include "add_row.h"

__global__ void add(int64_t *out, const int64_t *a, const int64_t *row, size_t n)
{
    size_t k = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n)
        out[k] = a[k] + row[k]; /* here */
}

void add_row(int64_t *out, const int64_t *a, const int64_t *row, size_t rows, size_t columns)
{
    size_t n = rows * columns;
    if (n > 0)
        add<<<(unsigned)((n + 127) / 128), 128>>>(out, a, row, n);
}
