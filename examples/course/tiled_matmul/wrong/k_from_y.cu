/* says: The column of a was taken from threadIdx.y: in a tile of a x counts columns. */
#include "tiled_matmul.h"

void tiled_matmul(float *c, const float *a, const float *b, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < rows; column++) {
            double sum = 0;
            for (size_t k = 0; k < rows; k++) {
                const size_t other = k / 16 * 16 + row % 16;
                sum +=
                    other < rows ? (double)a[row * rows + other] * (double)b[k * rows + column] : 0;
            }
            c[row * rows + column] = (float)sum;
        }
    }
}
