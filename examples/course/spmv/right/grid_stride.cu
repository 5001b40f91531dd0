/* A grid of a fixed size, whose threads go on to further rows. */
#include "spmv.h"

__global__ void multiply_rows(float *y, const unsigned *offsets, const unsigned *columns,
                              const float *values, const float *x, size_t rows)
{
    for (size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x; row < rows;
         row += (size_t)gridDim.x * blockDim.x) {
        float sum = 0;
        const unsigned end = offsets[row + 1];
        for (unsigned k = offsets[row]; k < end; k++)
            sum = fmaf(values[k], x[columns[k]], sum);
        y[row] = sum;
    }
}

void spmv(float *y, const unsigned *offsets, const unsigned *columns, const float *values,
          const float *x, size_t rows)
{
    multiply_rows<<<8, 64>>>(y, offsets, columns, values, x, rows);
}
