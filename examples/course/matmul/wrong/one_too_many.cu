/* says: Each sum is 1 too large: with which value does it begin? */
#include "matmul.h"

void matmul(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < rows; column++) {
            double sum = 1;
            for (size_t k = 0; k < inner; k++)
                sum += (double)a[row * inner + k] * (double)b[k * rows + column];
            c[row * rows + column] = (float)sum;
        }
    }
}
