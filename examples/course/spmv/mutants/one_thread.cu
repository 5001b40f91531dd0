/* says: serial-work: it does the work alone */
#include "spmv.h"

enum { BLOCK = 128 };

__global__ void multiply_rows(float *y, const unsigned *offsets, const unsigned *columns,
                              const float *values, const float *x, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        float sum = 0;
        for (unsigned k = offsets[row]; k < offsets[row + 1]; k++)
            sum += values[k] * x[columns[k]]; /* here */
        y[row] = sum;
    }
}

void spmv(float *y, const unsigned *offsets, const unsigned *columns, const float *values,
          const float *x, size_t rows)
{
    if (rows > 0)
        multiply_rows<<<1, 1>>>(y, offsets, columns, values, x, rows);
}
