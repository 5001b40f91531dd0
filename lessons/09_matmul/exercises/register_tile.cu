/*
 * Exercise 9.3: a tile of c in the registers of each thread.
 *
 * In exercise 6.12 a thread reads two elements of shared memory for each product. Here a block of
 * 16 x 16 threads has 64 x 64 elements of c, and each thread 4 x 4 of them. For each k a thread
 * reads four elements of of_a and four of of_b into variables, and makes 16 products of them.
 *
 * Which four rows and columns does thread (x, y) take, so that neighbouring threads read and store
 * neighbours? The tiles are loaded here. What is missing is what is done with them.
 *
 *   ./gridstride check 9.3           says what is still wrong
 *   ./gridstride check 9.3 --hint    one hint further each time
 */
#include "register_tile.h"

enum { THREADS = 256, SIDE = 64, DEPTH = 16, EACH = 4, WIDTH = SIDE / EACH };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float of_a[SIDE][DEPTH], of_b[DEPTH][SIDE];
    const size_t top = (size_t)blockIdx.y * SIDE, left = (size_t)blockIdx.x * SIDE;
    const unsigned x = threadIdx.x % WIDTH, y = threadIdx.x / WIDTH;
    float sums[EACH][EACH] = {};
    for (size_t first = 0; first < inner; first += DEPTH) {
        for (unsigned e = threadIdx.x; e < SIDE * DEPTH; e += THREADS) {
            const size_t row = top + e / DEPTH, k = first + e % DEPTH;
            of_a[e / DEPTH][e % DEPTH] = row < rows && k < inner ? a[row * inner + k] : 0;
        }
        for (unsigned e = threadIdx.x; e < SIDE * DEPTH; e += THREADS) {
            const size_t k = first + e / SIDE, column = left + e % SIDE;
            of_b[e / SIDE][e % SIDE] = k < inner && column < rows ? b[k * rows + column] : 0;
        }
        __syncthreads();
        /* TODO: for each k, eight elements into variables, and 16 products to the sums */
        __syncthreads();
    }
    /* TODO: store the sums, where the row and the column are there */
    if (top + y < rows && left + x < rows)
        c[(top + y) * rows + left + x] = sums[0][0];
}

void register_tile(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned tiles = (unsigned)((rows + SIDE - 1) / SIDE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), THREADS>>>(c, a, b, rows, inner);
}
