/* says: x is taken at the number of the row: entry k is in column columns[k]. */
#include "spmv.h"

void spmv(float *y, const unsigned *offsets, const unsigned *columns, const float *values,
          const float *x, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        double sum = 0;
        for (unsigned k = offsets[row]; k < offsets[row + 1]; k++)
            sum += (double)values[k] * (double)x[row];
        y[row] = (float)sum;
    }
}
