/* says: last-tile-alone: Each turn adds the products of its own tiles */
#include "tiled_product.h"

enum { TILE = 16 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float from_a[TILE][TILE], from_b[TILE][TILE];
    const size_t row = (size_t)blockIdx.y * TILE + threadIdx.y;
    const size_t column = (size_t)blockIdx.x * TILE + threadIdx.x;
    int x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    for (size_t k0 = 0; k0 < inner; k0 += TILE) {
        from_a[y][x] = row < rows && k0 + x < inner ? a[row * inner + k0 + x] : 0;
        from_b[y][x] = k0 + y < inner && column < rows ? b[(k0 + y) * rows + column] : 0;
        __syncthreads();
    }
    for (int k = 0; k < TILE; k++)
        sum += from_a[y][k] * from_b[k][x];
    if (row < rows && column < rows)
        c[row * rows + column] = sum;
}

void tiled_product(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned tiles = (unsigned)((rows + TILE - 1) / TILE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(c, a, b, rows, inner);
}
