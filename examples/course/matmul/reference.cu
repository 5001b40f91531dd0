/* On the host, one element after the other. It computes the right answers, in double. */
#include "matmul.h"

void matmul(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < rows; column++) {
            double sum = 0;
            for (size_t k = 0; k < inner; k++)
                sum += (double)a[row * inner + k] * (double)b[k * rows + column];
            c[row * rows + column] = (float)sum;
        }
    }
}
