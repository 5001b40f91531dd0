/* Blocks of 64 threads along a row of c; a block's row of the grid says which four rows. */
#include "four_rows.h"

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t first = (size_t)blockIdx.y * 4;
    const size_t count = rows - first < 4 ? rows - first : 4;
    if (column >= rows)
        return;
    float sums[4] = {0, 0, 0, 0};
    for (size_t k = 0; k < inner; k++) {
        const float of_b = b[k * rows + column];
        for (size_t i = 0; i < count; i++)
            sums[i] += a[(first + i) * inner + k] * of_b;
    }
    for (size_t i = 0; i < count; i++)
        c[(first + i) * rows + column] = sums[i];
}

void four_rows(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    if (rows > 0)
        multiply<<<dim3((unsigned)((rows + 63) / 64), (unsigned)((rows + 3) / 4)), 64>>>(
            c, a, b, rows, inner);
}
