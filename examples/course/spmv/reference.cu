/* On the host. It computes the right answers, in double. */
#include "spmv.h"

void spmv(float *y, const unsigned *offsets, const unsigned *columns, const float *values,
          const float *x, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        double sum = 0;
        for (unsigned k = offsets[row]; k < offsets[row + 1]; k++)
            sum += (double)values[k] * (double)x[columns[k]];
        y[row] = (float)sum;
    }
}
