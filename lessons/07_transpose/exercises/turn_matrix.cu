/*
 * Exercise 7.2: a transposition by tiles.
 *
 * Each thread moves four elements, and the result is right. But a warp that loads along a row of
 * `in` stores down a column of `out`: 32 sectors for 32 elements. Let each block turn its tile of
 * 32 x 32 elements in shared memory, so that it loads along rows and stores along rows too, and
 * without bank conflicts.
 *
 *   ./gridstride check 7.2           says what is still wrong
 *   ./gridstride check 7.2 --hint    one hint further each time
 */
#include "turn_matrix.h"

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

void turn_matrix(float *out, const float *in, size_t rows, size_t columns)
{
    dim3 tiles((unsigned)((columns + TILE - 1) / TILE), (unsigned)((rows + TILE - 1) / TILE));
    if (rows > 0)
        turn<<<tiles, dim3(TILE, LINES)>>>(out, in, rows, columns);
}
