/* says: too-much-traffic: what saves the loads */
#include "tiled_matmul.h"

enum { TILE = 16 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows)
{
    size_t row = (size_t)blockIdx.y * TILE + threadIdx.y;
    size_t column = (size_t)blockIdx.x * TILE + threadIdx.x;
    if (row >= rows || column >= rows)
        return;
    float sum = 0;
    for (size_t k = 0; k < rows; k++)
        sum += a[row * rows + k] * b[k * rows + column]; /* here */
    c[row * rows + column] = sum;
}

void tiled_matmul(float *c, const float *a, const float *b, size_t rows)
{
    unsigned tiles = (unsigned)((rows + TILE - 1) / TILE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(c, a, b, rows);
}
