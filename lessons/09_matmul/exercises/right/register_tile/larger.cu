/* 128 threads, each with 8 x 4 elements: still fewer reads for a product. */
#include "register_tile.h"

enum { THREADS = 128, SIDE = 64, DEPTH = 16, DOWN = 8, ACROSS = 4 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float of_a[SIDE][DEPTH], of_b[DEPTH][SIDE];
    const size_t top = (size_t)blockIdx.y * SIDE, left = (size_t)blockIdx.x * SIDE;
    const unsigned x = threadIdx.x % 16, y = threadIdx.x / 16;
    float sums[DOWN][ACROSS] = {};
    for (size_t first = 0; first < inner; first += DEPTH) {
        __syncthreads();
        for (unsigned e = threadIdx.x; e < SIDE * DEPTH; e += THREADS) {
            const size_t row = top + e / DEPTH, k = first + e % DEPTH;
            of_a[e / DEPTH][e % DEPTH] = row < rows && k < inner ? a[row * inner + k] : 0;
        }
        for (unsigned e = threadIdx.x; e < SIDE * DEPTH; e += THREADS) {
            const size_t k = first + e / SIDE, column = left + e % SIDE;
            of_b[e / SIDE][e % SIDE] = k < inner && column < rows ? b[k * rows + column] : 0;
        }
        __syncthreads();
        for (unsigned k = 0; k < DEPTH; k++) {
            float q[ACROSS];
            for (unsigned j = 0; j < ACROSS; j++)
                q[j] = of_b[k][x + 16 * j];
            for (unsigned i = 0; i < DOWN; i++) {
                const float p = of_a[y + 8 * i][k];
                for (unsigned j = 0; j < ACROSS; j++)
                    sums[i][j] += p * q[j];
            }
        }
    }
    for (unsigned i = 0; i < DOWN; i++) {
        const size_t row = top + y + 8 * i;
        for (unsigned j = 0; j < ACROSS; j++) {
            const size_t column = left + x + 16 * j;
            if (row < rows && column < rows)
                c[row * rows + column] = sums[i][j];
        }
    }
}

void register_tile(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned tiles = (unsigned)((rows + SIDE - 1) / SIDE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), THREADS>>>(c, a, b, rows, inner);
}
