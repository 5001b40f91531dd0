/* says: known-mistake: The first product of each tile is missing */
#include "tiled_matmul.h"

enum { TILE = 16 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows)
{
    __shared__ float from_a[TILE][TILE], from_b[TILE][TILE];
    size_t row = (size_t)blockIdx.y * TILE + threadIdx.y;
    size_t column = (size_t)blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (size_t first = 0; first < rows; first += TILE) {
        size_t k = first + threadIdx.x, l = first + threadIdx.y;
        from_a[threadIdx.y][threadIdx.x] = row < rows && k < rows ? a[row * rows + k] : 0;
        from_b[threadIdx.y][threadIdx.x] = l < rows && column < rows ? b[l * rows + column] : 0;
        __syncthreads();
        for (int i = 1; i < TILE; i++)
            sum += from_a[threadIdx.y][i] * from_b[i][threadIdx.x];
        __syncthreads();
    }
    if (row < rows && column < rows)
        c[row * rows + column] = sum;
}

void tiled_matmul(float *c, const float *a, const float *b, size_t rows)
{
    unsigned tiles = (unsigned)((rows + TILE - 1) / TILE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(c, a, b, rows);
}
