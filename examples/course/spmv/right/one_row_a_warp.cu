/* A warp computes one row: neighbouring threads load neighbouring entries. */
#include "spmv.h"

__global__ void multiply_rows(float *y, const unsigned *offsets, const unsigned *columns,
                              const float *values, const float *x, size_t rows)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    unsigned lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0;
    for (unsigned k = offsets[row] + lane; k < offsets[row + 1]; k += 32)
        sum += values[k] * x[columns[k]];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (lane == 0)
        y[row] = sum;
}

void spmv(float *y, const unsigned *offsets, const unsigned *columns, const float *values,
          const float *x, size_t rows)
{
    if (rows > 0)
        multiply_rows<<<(unsigned)((rows + 3) / 4), 128>>>(y, offsets, columns, values, x, rows);
}
