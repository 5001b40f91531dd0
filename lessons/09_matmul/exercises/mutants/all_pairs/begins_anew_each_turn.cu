/* says: last-tile-alone: the sum begins with 0 once */
#include "all_pairs.h"

enum { TILE = 16 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float of_a[TILE][TILE], of_b[TILE][TILE + 1];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t row = (size_t)blockIdx.y * TILE + y, column = (size_t)blockIdx.x * TILE + x;
    const size_t other = (size_t)blockIdx.x * TILE + y;
    float sum = 0;
    for (size_t first = 0; first < inner; first += TILE) {
        of_a[y][x] = row < rows && first + x < inner ? a[row * inner + first + x] : 0;
        of_b[y][x] = other < rows && first + x < inner ? b[other * inner + first + x] : 0;
        __syncthreads();
        sum = 0;
        for (unsigned k = 0; k < TILE; k++)
            sum += of_a[y][k] * of_b[x][k];
        __syncthreads();
    }
    if (row < rows && column < rows)
        c[row * rows + column] = sum;
}

void all_pairs(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned tiles = (unsigned)((rows + TILE - 1) / TILE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(c, a, b, rows, inner);
}
