/* says: race: and the threads of the blocks before it are not counted */
#include "spmv.h"

enum { BLOCK = 128 };

__global__ void multiply_rows(float *y, const unsigned *offsets, const unsigned *columns,
                              const float *values, const float *x, size_t rows)
{
    size_t row = threadIdx.x;
    if (row < rows) {
        float sum = 0;
        for (unsigned k = offsets[row]; k < offsets[row + 1]; k++)
            sum += values[k] * x[columns[k]];
        y[row] = sum; /* here */
    }
}

void spmv(float *y, const unsigned *offsets, const unsigned *columns, const float *values,
          const float *x, size_t rows)
{
    if (rows > 0)
        multiply_rows<<<(unsigned)((rows + BLOCK - 1) / BLOCK), BLOCK>>>(y, offsets, columns,
                                                                         values, x, rows);
}
