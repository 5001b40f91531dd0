/* says: The last entry of each row is missing: k goes from offsets[row] to offsets[row + 1] - 1. */
#include "spmv.h"

void spmv(float *y, const unsigned *offsets, const unsigned *columns, const float *values,
          const float *x, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        double sum = 0;
        for (unsigned k = offsets[row]; k + 1 < offsets[row + 1]; k++)
            sum += (double)values[k] * (double)x[columns[k]];
        y[row] = (float)sum;
    }
}
