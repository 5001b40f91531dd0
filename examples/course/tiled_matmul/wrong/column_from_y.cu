/* says: The column of b was taken from threadIdx.y: in from_b[i][threadIdx.x] x counts columns. */
#include "tiled_matmul.h"

void tiled_matmul(float *c, const float *a, const float *b, size_t rows)
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < rows; column++) {
            double sum = 0;
            const size_t other = column / 16 * 16 + row % 16;
            for (size_t k = 0; other < rows && k < rows; k++)
                sum += (double)a[row * rows + k] * (double)b[k * rows + other];
            c[row * rows + column] = (float)sum;
        }
    }
}
