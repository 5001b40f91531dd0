/* says: The product of the first elements is missing: the tiles begin with row and column 0. */
#include "tiled_matmul.h"

void tiled_matmul(float *c, const float *a, const float *b, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < rows; column++) {
            double sum = 0;
            for (size_t k = 0; k < rows; k++)
                sum += k == 0 ? 0 : (double)a[row * rows + k] * (double)b[k * rows + column];
            c[row * rows + column] = (float)sum;
        }
    }
}
