/* says: last-tile-alone: the products of the last tile alone */
#include "tiled_product.h"

enum { TILE = 16 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float from_a[TILE][TILE], from_b[TILE][TILE];
    const size_t row = (size_t)blockIdx.y * TILE + threadIdx.y;
    const size_t column = (size_t)blockIdx.x * TILE + threadIdx.x;
    float sum;
    for (size_t k0 = 0; k0 < inner; k0 += TILE) {
        size_t ka = k0 + threadIdx.x, kb = k0 + threadIdx.y;
        from_a[threadIdx.y][threadIdx.x] = row < rows && ka < inner ? a[row * inner + ka] : 0;
        from_b[threadIdx.y][threadIdx.x] = kb < inner && column < rows ? b[kb * rows + column] : 0;
        __syncthreads();
        sum = 0;
        for (int k = 0; k < TILE; k++)
            sum += from_a[threadIdx.y][k] * from_b[k][threadIdx.x];
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
