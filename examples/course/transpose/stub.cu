/*
 * Each thread moves one element. The answer is right; but neighbouring threads store elements that
 * lie a whole column apart. Turn a tile of 32 x 32 elements in shared memory, so that loads and
 * stores both go along rows.
 */
#include "transpose.h"

enum { TILE = 32, LINES = 8 };

__global__ void turn(float *out, const float *in, size_t rows, size_t columns)
{
    size_t column = (size_t)blockIdx.x * TILE + threadIdx.x;
    for (int line = threadIdx.y; line < TILE; line += LINES) {
        size_t row = (size_t)blockIdx.y * TILE + line;
        if (row < rows && column < columns)
            out[column * rows + row] = in[row * columns + column];
    }
}

void transpose(float *out, const float *in, size_t rows, size_t columns)
{
    dim3 tiles((unsigned)((columns + TILE - 1) / TILE), (unsigned)((rows + TILE - 1) / TILE));
    if (rows > 0 && columns > 0)
        turn<<<tiles, dim3(TILE, LINES)>>>(out, in, rows, columns);
}
