/*
 * Exercise 9.1: each row with each row.
 *
 * How alike are two texts, two songs, two customers? Each is a row of numbers, and the sum of the
 * products of two rows says it. For all pairs that is a product of matrices, of which the second
 * one is turned: c[i][j] takes row i of a and row j of b.
 *
 * The tile of a is as in exercise 6.12. Of b, a block needs 16 rows too: let neighbouring threads
 * load neighbours of a row. Then the 16 threads of a row of the block read a column of that tile.
 * In which banks does it lie?
 *
 *   ./gridstride check 9.1           says what is still wrong
 *   ./gridstride check 9.1 --hint    one hint further each time
 */
#include "all_pairs.h"

enum { TILE = 16 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float of_a[TILE][TILE], of_b[TILE][TILE];
    const size_t row = (size_t)blockIdx.y * TILE + threadIdx.y;
    const size_t column = (size_t)blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    /* TODO: for each pair of tiles: load, wait, add up 16 products, wait */
    if (row < rows && column < rows)
        c[row * rows + column] = sum;
}

void all_pairs(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned tiles = (unsigned)((rows + TILE - 1) / TILE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(c, a, b, rows, inner);
}
