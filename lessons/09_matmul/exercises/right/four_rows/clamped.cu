/* Rows that are not there are computed as the last one, and not stored. */
#include "four_rows.h"

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const size_t column = (size_t)blockIdx.x * 32 + threadIdx.x;
    const size_t row = 4 * ((size_t)blockIdx.y * 8 + threadIdx.y);
    if (column >= rows || row >= rows)
        return;
    const float *of_a[4];
    float x = 0, y = 0, z = 0, w = 0;
    for (size_t i = 0; i < 4; i++)
        of_a[i] = a + (row + i < rows ? row + i : rows - 1) * inner;
    for (size_t k = 0; k < inner; k++) {
        const float of_b = b[k * rows + column];
        x += of_a[0][k] * of_b;
        y += of_a[1][k] * of_b;
        z += of_a[2][k] * of_b;
        w += of_a[3][k] * of_b;
    }
    const float sums[4] = {x, y, z, w};
    for (size_t i = 0; i < 4 && row + i < rows; i++)
        c[(row + i) * rows + column] = sums[i];
}

void four_rows(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned blocks = (unsigned)((rows + 31) / 32);
    if (rows > 0)
        multiply<<<dim3(blocks, blocks), dim3(32, 8)>>>(c, a, b, rows, inner);
}
