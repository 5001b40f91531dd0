/* The other way round: stored into columns of the tile, and read along its lines. One dimension. */
#include "turn_matrix.h"

enum { TILE = 32, THREADS = 128 };

__global__ void turn(float *out, const float *in, size_t rows, size_t columns, size_t across)
{
    __shared__ float tile[TILE][TILE + 1];
    const size_t top = blockIdx.x / across * TILE, left = blockIdx.x % across * TILE;
    for (int k = threadIdx.x; k < TILE * TILE; k += THREADS) {
        const size_t row = top + k / TILE, column = left + k % TILE;
        if (row < rows && column < columns)
            tile[k % TILE][k / TILE] = in[row * columns + column];
    }
    __syncthreads();
    for (int k = threadIdx.x; k < TILE * TILE; k += THREADS) {
        const size_t row = top + k % TILE, column = left + k / TILE;
        if (row < rows && column < columns)
            out[column * rows + row] = tile[k / TILE][k % TILE];
    }
}

void turn_matrix(float *out, const float *in, size_t rows, size_t columns)
{
    const size_t across = (columns + TILE - 1) / TILE, down = (rows + TILE - 1) / TILE;
    if (down > 0)
        turn<<<(unsigned)(across * down), THREADS>>>(out, in, rows, columns, across);
}
