/* says: tile-turned: In which order */
#include "plate_step.h"

enum { TILE = 32, LINES = 8, SIDE = TILE + 2 };

__global__ void step(float *out, const float *in, size_t rows, size_t columns)
{
    __shared__ float tile[SIDE][SIDE];
    for (unsigned k = threadIdx.y * TILE + threadIdx.x; k < SIDE * SIDE; k += TILE * LINES) {
        size_t row = (size_t)blockIdx.y * TILE + k / SIDE - 1;
        size_t column = (size_t)blockIdx.x * TILE + k % SIDE - 1;
        bool inside = row < rows && column < columns; /* row -1 wraps around: it is none */
        tile[k % SIDE][k / SIDE] = inside ? in[row * columns + column] : 0;
    }
    __syncthreads();
    unsigned x = threadIdx.x + 1;
    for (unsigned y = threadIdx.y + 1; y <= TILE; y += LINES) {
        size_t row = (size_t)blockIdx.y * TILE + y - 1;
        size_t column = (size_t)blockIdx.x * TILE + x - 1;
        float around = tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1];
        if (row < rows && column < columns)
            out[row * columns + column] = tile[y][x] / 2 + around / 8;
    }
}

void plate_step(float *out, const float *in, size_t rows, size_t columns)
{
    dim3 tiles((unsigned)((columns + TILE - 1) / TILE), (unsigned)((rows + TILE - 1) / TILE));
    if (rows > 0)
        step<<<tiles, dim3(TILE, LINES)>>>(out, in, rows, columns);
}
