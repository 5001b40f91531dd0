/* says: wrong-index: k is divided by 34 and by 32 */
#include "plate_step.h"

enum { TILE = 32, LINES = 8, SIDE = TILE + 2 };

__global__ void step(float *out, const float *in, size_t rows, size_t columns)
{
    __shared__ float tile[SIDE][SIDE];
    for (int k = threadIdx.y * TILE + threadIdx.x; k < SIDE * SIDE; k += TILE * LINES) {
        int y = k / SIDE, x = k % TILE; /* here */
        long row = (long)blockIdx.y * TILE + y - 1;
        long column = (long)blockIdx.x * TILE + x - 1;
        float v = 0;
        if (row >= 0 && row < (long)rows && column >= 0 && column < (long)columns)
            v = in[row * columns + column];
        tile[y][x] = v;
    }
    __syncthreads();
    int x = threadIdx.x + 1;
    for (int y = threadIdx.y + 1; y <= TILE; y += LINES) {
        size_t row = (size_t)blockIdx.y * TILE + y - 1;
        size_t column = (size_t)blockIdx.x * TILE + x - 1;
        if (row < rows && column < columns)
            out[row * columns + column] =
                tile[y][x] / 2 +
                (tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1]) / 8;
    }
}

void plate_step(float *out, const float *in, size_t rows, size_t columns)
{
    dim3 block(TILE, LINES);
    dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    if (rows > 0)
        step<<<grid, block>>>(out, in, rows, columns);
}
