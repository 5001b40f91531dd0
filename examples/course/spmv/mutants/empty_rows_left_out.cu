/* says: never-written: A row without entries */
#include "spmv.h"

enum { BLOCK = 128 };

__global__ void multiply_rows(float *y, const unsigned *offsets, const unsigned *columns,
                              const float *values, const float *x, size_t rows)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0;
        for (unsigned k = offsets[row]; k < offsets[row + 1]; k++)
            sum += values[k] * x[columns[k]];
        if (offsets[row] < offsets[row + 1])
            y[row] = sum;
    }
}

void spmv(float *y, const unsigned *offsets, const unsigned *columns, const float *values,
          const float *x, size_t rows)
{
    if (rows > 0)
        multiply_rows<<<(unsigned)((rows + BLOCK - 1) / BLOCK), BLOCK>>>(y, offsets, columns,
                                                                         values, x, rows);
}
