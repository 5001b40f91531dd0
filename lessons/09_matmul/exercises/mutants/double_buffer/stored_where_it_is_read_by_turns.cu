/* says: race: read in this turn, of_b[(t + 1) % 2] */
#include "double_buffer.h"

enum { TILE = 16 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float of_a[2][TILE][TILE], of_b[2][TILE][TILE];
    const size_t row = (size_t)blockIdx.y * TILE + threadIdx.y;
    const size_t column = (size_t)blockIdx.x * TILE + threadIdx.x;
    const unsigned x = threadIdx.x, y = threadIdx.y;
    float sum = 0;
    of_a[0][y][x] = row < rows && x < inner ? a[row * inner + x] : 0;
    of_b[0][y][x] = y < inner && column < rows ? b[y * rows + column] : 0;
    __syncthreads();
    size_t turns = (inner + TILE - 1) / TILE;
    for (size_t t = 0; t < turns; t++) {
        size_t ka = (t + 1) * TILE + x, kb = (t + 1) * TILE + y;
        float next_a = row < rows && ka < inner ? a[row * inner + ka] : 0;
        float next_b = kb < inner && column < rows ? b[kb * rows + column] : 0;
        for (int k = 0; k < TILE; k++)
            sum += of_a[t % 2][y][k] * of_b[t % 2][k][x];
        of_a[t % 2][y][x] = next_a;
        of_b[t % 2][y][x] = next_b; /* here */
        __syncthreads();
    }
    if (row < rows && column < rows)
        c[row * rows + column] = sum;
}

void double_buffer(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    const unsigned tiles = (unsigned)((rows + TILE - 1) / TILE);
    if (rows > 0)
        multiply<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(c, a, b, rows, inner);
}
