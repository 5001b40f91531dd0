/* says: That is the product of the last element of the last tiles alone: is each added to the sum?
 */
#include "tiled_matmul.h"

void tiled_matmul(float *c, const float *a, const float *b, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < rows; column++) {
            double sum = 0;
            if (rows % 16 == 0)
                sum = (double)a[row * rows + rows - 1] * (double)b[(rows - 1) * rows + column];
            c[row * rows + column] = (float)sum;
        }
    }
}
