/*
 * Each thread takes one entry, and adds its product to a row: to row 0, whatever row it belongs to.
 * Let each thread take a row instead, and go over the row's entries.
 */
#include "spmv.h"

enum { BLOCK = 128 };

__global__ void multiply_entries(float *y, const unsigned *offsets, const unsigned *columns,
                                 const float *values, const float *x, size_t rows)
{
    unsigned k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < offsets[rows])
        y[0] += values[k] * x[columns[k]];
}

void spmv(float *y, const unsigned *offsets, const unsigned *columns, const float *values,
          const float *x, size_t rows)
{
    if (rows > 0)
        multiply_entries<<<(unsigned)((rows + BLOCK - 1) / BLOCK), BLOCK>>>(y, offsets, columns,
                                                                            values, x, rows);
}
