/* says: sums-left-out: of each row with each column */
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
        for (unsigned k = 0; k < DEPTH; k++) {
            float p[EACH], q[EACH];
            for (unsigned i = 0; i < EACH; i++) {
                p[i] = of_a[y + WIDTH * i][k];
                q[i] = of_b[k][x + WIDTH * i];
            }
            for (unsigned i = 0; i < EACH; i++)
                sums[i][i] += p[i] * q[i];
        }
        __syncthreads();
    }
    for (unsigned i = 0; i < EACH; i++) {
        for (unsigned j = 0; j < EACH; j++) {
            const size_t row = top + y + WIDTH * i, column = left + x + WIDTH * j;
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
