/* says: Is b taken row by row, as b[column * inner + k]? Element [k][column] of b lies at k * rows
 * + column. */
#include "matmul.h"

void matmul(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < rows; column++) {
            double sum = 0;
            for (size_t k = 0; k < inner; k++)
                sum += (double)a[row * inner + k] * (double)b[column * inner + k];
            c[row * rows + column] = (float)sum;
        }
    }
}
