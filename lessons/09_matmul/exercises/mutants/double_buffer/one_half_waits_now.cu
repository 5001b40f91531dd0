/* says: uninitialised: into that half */
#include "double_buffer.h"

enum { TILE = 16 };

/* An element of a matrix, or 0 where it has ended. */
static __device__ float at(const float *m, size_t row, size_t column, size_t rows, size_t columns)
{
    return row < rows && column < columns ? m[row * columns + column] : 0;
}

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float of_a[2][TILE][TILE], of_b[2][TILE][TILE];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t row = (size_t)blockIdx.y * TILE + y, column = (size_t)blockIdx.x * TILE + x;
    unsigned now = 0;
    float sum = 0;
    of_a[0][y][x] = at(a, row, x, rows, inner);
    of_b[0][y][x] = at(b, y, column, inner, rows);
    __syncthreads();
    for (size_t first = 0; first < inner; first += TILE) {
        const float next_a = at(a, row, first + TILE + x, rows, inner);
        const float next_b = at(b, first + TILE + y, column, inner, rows);
        for (unsigned k = 0; k < TILE; k++)
            sum += of_a[now][y][k] * of_b[now][k][x];
        __syncthreads();
        of_a[now][y][x] = next_a; /* here */
        of_b[now][y][x] = next_b;
        __syncthreads();
        now = 1 - now;
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
