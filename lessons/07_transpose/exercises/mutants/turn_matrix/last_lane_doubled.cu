/* says: wrong-value: Of each 32 elements number 31 alone is wrong */
#include "turn_matrix.h"
enum { TILE = 32, LINES = 8 };
__global__ void turn(float *out, const float *in, size_t rows, size_t columns)
{
    __shared__ float tile[TILE][TILE + 1];
    size_t column = (size_t)blockIdx.x * TILE + threadIdx.x;
    for (int line = threadIdx.y; line < TILE; line += LINES) {
        size_t row = (size_t)blockIdx.y * TILE + line;
        if (row < rows && column < columns)
            tile[line][threadIdx.x] = in[row * columns + column];
    }
    __syncthreads();
    size_t r = (size_t)blockIdx.y * TILE + threadIdx.x;
    for (int line = threadIdx.y; line < TILE; line += LINES) {
        size_t c = (size_t)blockIdx.x * TILE + line;
        if (r < rows && c < columns)
            out[c * rows + r] = tile[threadIdx.x][line] * (threadIdx.x == 31 ? 2 : 1);
    }
}
void turn_matrix(float *out, const float *in, size_t rows, size_t columns)
{
    dim3 tiles((unsigned)((columns + TILE - 1) / TILE), (unsigned)((rows + TILE - 1) / TILE));
    if (rows > 0)
        turn<<<tiles, dim3(TILE, LINES)>>>(out, in, rows, columns);
}
