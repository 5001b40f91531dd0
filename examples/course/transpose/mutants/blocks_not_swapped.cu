/* says: too-few-threads: `to_column` to be made of another axis */
#include "transpose.h"

enum { TILE = 32, LINES = 8 };

__global__ void turn(float *out, const float *in, size_t rows, size_t columns)
{
    __shared__ float tile[TILE][TILE + 1]; /* a column lies in 32 banks */
    size_t column = (size_t)blockIdx.x * TILE + threadIdx.x;
    for (int line = threadIdx.y; line < TILE; line += LINES) {
        size_t row = (size_t)blockIdx.y * TILE + line;
        if (row < rows && column < columns)
            tile[line][threadIdx.x] = in[row * columns + column];
    }
    __syncthreads();
    size_t to_column = (size_t)blockIdx.x * TILE + threadIdx.x;
    for (int line = threadIdx.y; line < TILE; line += LINES) {
        size_t to_row = (size_t)blockIdx.y * TILE + line;
        if (to_row < columns && to_column < rows) /* here */
            out[to_row * rows + to_column] = tile[threadIdx.x][line];
    }
}

void transpose(float *out, const float *in, size_t rows, size_t columns)
{
    dim3 tiles((unsigned)((columns + TILE - 1) / TILE), (unsigned)((rows + TILE - 1) / TILE));
    if (rows > 0 && columns > 0)
        turn<<<tiles, dim3(TILE, LINES)>>>(out, in, rows, columns);
}
