/* says: Each sum is 1 too large: with which value does it begin? */
#include "spmv.h"

void spmv(float *y, const unsigned *offsets, const unsigned *columns, const float *values,
          const float *x, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        double sum = 1;
        for (unsigned k = offsets[row]; k < offsets[row + 1]; k++)
            sum += (double)values[k] * (double)x[columns[k]];
        y[row] = (float)sum;
    }
}
