/*
 * Exercise 6.12: a product of matrices, by tiles.
 *
 * In exercise 2.9 each thread loads a whole row and a whole column, and its neighbours load the
 * same ones again. Here a block of 16 x 16 threads computes a tile of c. It goes along its rows of
 * a, and down its columns of b, 16 elements at a time: the block loads a tile of a and a tile of b
 * into shared memory, one element of each a thread, and each thread adds up 16 products from there.
 * What may a tile hold where the matrix has ended? And when may the next tile overwrite this one?
 *
 *   ./gridstride check 6.12           says what is still wrong
 *   ./gridstride check 6.12 --hint    one hint further each time
 */
#include "tiled_product.h"

enum { TILE = 16 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float from_a[TILE][TILE], from_b[TILE][TILE];
    const size_t row = (size_t)blockIdx.y * TILE + threadIdx.y;
    const size_t column = (size_t)blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    /* TODO: for each pair of tiles: load, wait, add up 16 products, wait */
    if (row < rows && column < rows)
        c[row * rows + column] = sum;
}

void tiled_product(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned tiles = (unsigned)((rows + TILE - 1) / TILE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(c, a, b, rows, inner);
}
