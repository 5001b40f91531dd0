/* says: same-tile: each turn loaded the first tile of b again */
#include "tiled_product.h"

enum { TILE = 16 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float from_a[TILE][TILE], from_b[TILE][TILE];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t row = (size_t)blockIdx.y * TILE + y, column = (size_t)blockIdx.x * TILE + x;
    float sum = 0;
    for (size_t first = 0; first < inner; first += TILE) {
        from_a[y][x] = row < rows && first + x < inner ? a[row * inner + first + x] : 0;
        from_b[y][x] = y < inner && column < rows ? b[y * rows + column] : 0;
        __syncthreads();
        for (unsigned k = 0; k < TILE; k++)
            sum += from_a[y][k] * from_b[k][x];
        __syncthreads();
    }
    if (row < rows && column < rows)
        c[row * rows + column] = sum;
}

void tiled_product(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned tiles = (unsigned)((rows + TILE - 1) / TILE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(c, a, b, rows, inner);
}
