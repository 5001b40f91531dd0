/* On the host: it computes the right answers. */
#include "transpose.h"

void transpose(float *out, const float *in, size_t rows, size_t columns)
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++)
            out[column * rows + row] = in[row * columns + column];
    }
}
