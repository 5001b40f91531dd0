/* says: too-much-traffic: into shared memory */
#include "plate_step.h"

enum { TILE = 32, LINES = 8, SIDE = TILE + 2 };

__global__ void step(float *out, const float *in, size_t rows, size_t columns)
{
    unsigned x = threadIdx.x + 1;
    for (unsigned y = threadIdx.y + 1; y <= TILE; y += LINES) {
        size_t row = (size_t)blockIdx.y * TILE + y - 1;
        size_t column = (size_t)blockIdx.x * TILE + x - 1;
        if (row >= rows || column >= columns)
            return;
        size_t i = row * columns + column;
        float around = (row > 0 ? in[i - columns] : 0) + (row + 1 < rows ? in[i + columns] : 0);
        around += (column > 0 ? in[i - 1] : 0) + (column + 1 < columns ? in[i + 1] : 0); /* here */
        out[i] = in[i] / 2 + around / 8;
    }
}

void plate_step(float *out, const float *in, size_t rows, size_t columns)
{
    dim3 tiles((unsigned)((columns + TILE - 1) / TILE), (unsigned)((rows + TILE - 1) / TILE));
    if (rows > 0)
        step<<<tiles, dim3(TILE, LINES)>>>(out, in, rows, columns);
}
