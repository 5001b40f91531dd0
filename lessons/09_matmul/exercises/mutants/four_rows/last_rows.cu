/* says: last-rows: the last group has only */
#include "four_rows.h"

enum { EACH = 4 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    const size_t first = EACH * ((size_t)blockIdx.y * blockDim.y + threadIdx.y);
    if (column >= rows || first + EACH > rows)
        return;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    const float *row = a + first * inner;
    for (size_t k = 0; k < inner; k++) {
        float v = b[k * rows + column];
        s0 += row[k] * v;
        s1 += row[k + inner] * v;
        s2 += row[k + 2 * inner] * v;
        s3 += row[k + 3 * inner] * v;
    }
    c[first * rows + column] = s0;
    c[(first + 1) * rows + column] = s1;
    c[(first + 2) * rows + column] = s2;
    c[(first + 3) * rows + column] = s3;
}

void four_rows(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned across = (unsigned)((rows + 31) / 32), down = (unsigned)((rows + 31) / 32);
    if (rows > 0)
        multiply<<<dim3(across, down), dim3(32, 32 / EACH)>>>(c, a, b, rows, inner);
}
