/* says: race: The two differ in threadIdx.y alone */
#include "turn_matrix.h"

enum { TILE = 32, LINES = 8 };

__global__ void turn(float *out, const float *in, size_t rows, size_t columns)
{
    __shared__ float tile[TILE][TILE + 1];
    int x = threadIdx.x, y = threadIdx.y;
    for (int line = y; line < TILE; line += LINES) {
        size_t row = (size_t)blockIdx.y * TILE + line;
        size_t column = (size_t)blockIdx.x * TILE + x;
        if (row < rows && column < columns)
            tile[line][x] = in[row * columns + column];
    }
    __syncthreads();
    for (int line = 0; line < TILE; line += LINES) {
        size_t to_row = (size_t)blockIdx.x * TILE + line; /* here */
        size_t to_column = (size_t)blockIdx.y * TILE + x;
        if (to_row < columns && to_column < rows)
            out[to_row * rows + to_column] = tile[x][line];
    }
}

void turn_matrix(float *out, const float *in, size_t rows, size_t columns)
{
    dim3 tiles((unsigned)((columns + TILE - 1) / TILE), (unsigned)((rows + TILE - 1) / TILE));
    if (rows > 0)
        turn<<<tiles, dim3(TILE, LINES)>>>(out, in, rows, columns);
}
