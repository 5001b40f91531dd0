/*
 * Exercise 9.4: two pairs of tiles, in turns.
 *
 * In exercise 6.12 all threads wait for a pair of tiles, use it, and wait again before the next one
 * may overwrite it. With a second pair of tiles they need not: while one pair is used, the next one
 * is stored into the other. One barrier a turn is enough.
 *
 * A turn: load the elements of the next tiles into two variables; add up the products of these
 * tiles, while the loads are under way; store the variables into the other tiles; wait. Which pair
 * is read in turn t, and which is stored to? What comes before the first turn, and what must the
 * last one leave out?
 *
 *   ./gridstride check 9.4           says what is still wrong
 *   ./gridstride check 9.4 --hint    one hint further each time
 */
#include "double_buffer.h"

enum { TILE = 16 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float of_a[2][TILE][TILE], of_b[2][TILE][TILE];
    const size_t row = (size_t)blockIdx.y * TILE + threadIdx.y;
    const size_t column = (size_t)blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    /* TODO: load and store the first tiles; then the turns */
    if (row < rows && column < rows)
        c[row * rows + column] = sum;
}

void double_buffer(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned tiles = (unsigned)((rows + TILE - 1) / TILE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(c, a, b, rows, inner);
}
