/* The loop has both turns in it: each pair has its place, and nothing says which is now. */
#include "double_buffer.h"

enum { TILE = 16 };

__global__ void multiply(float *c, const float *a, const float *b, size_t rows, size_t inner)
{
    __shared__ float a0[TILE][TILE], b0[TILE][TILE], a1[TILE][TILE], b1[TILE][TILE];
    const unsigned x = threadIdx.x, y = threadIdx.y;
    const size_t row = (size_t)blockIdx.y * TILE + y, column = (size_t)blockIdx.x * TILE + x;
    const auto of_a = [=](size_t k) { return row < rows && k < inner ? a[row * inner + k] : 0; };
    const auto of_b = [=](size_t k) {
        return k < inner && column < rows ? b[k * rows + column] : 0;
    };
    float sum = 0;
    a0[y][x] = of_a(x);
    b0[y][x] = of_b(y);
    __syncthreads();
    for (size_t first = 0; first < inner; first += 2 * TILE) {
        const float second_a = of_a(first + TILE + x), second_b = of_b(first + TILE + y);
        for (unsigned k = 0; k < TILE; k++)
            sum += a0[y][k] * b0[k][x];
        a1[y][x] = second_a;
        b1[y][x] = second_b;
        __syncthreads();
        const float third_a = of_a(first + 2 * TILE + x), third_b = of_b(first + 2 * TILE + y);
        for (unsigned k = 0; k < TILE; k++)
            sum += a1[y][k] * b1[k][x];
        a0[y][x] = third_a;
        b0[y][x] = third_b;
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
